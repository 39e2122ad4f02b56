import { describe, expect, it } from 'vitest'
import { paint, welcomeText } from './screen.ts'

const facts = {
  url: 'http://localhost:8080',
  firstSignInLink: 'http://localhost:8080/welcome?token=abc',
  demo: { name: 'demo', password: 'abcd-efgh-jkmn' },
  logsFolder: '/clone/.farport/logs',
  workingFolder: '/clone',
}

describe('the welcome', () => {
  it('tells where to go, how to sign in first, and what to try', () => {
    const text = welcomeText(facts, paint(false))
    for (const part of [
      'http://localhost:8080\n',
      'welcome?token=abc',
      'account demo, password abcd-efgh-jkmn',
      '.farport/logs',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain('\u001b')
  })

  it('leaves out what there is not', () => {
    const text = welcomeText({ ...facts, firstSignInLink: undefined, demo: undefined }, paint(true))
    expect(text).not.toContain('First sign-in')
    expect(text).not.toContain('demo device')
    expect(text).toContain('Add device')
  })
})
