import { describe, expect, it } from 'vitest'
import { createCaptcha, keptMs } from './captcha.ts'

function open({ canFetch = true } = {}) {
  let count = 0
  const clock = { ms: 0 }
  const captcha = createCaptcha({
    now: () => clock.ms,
    fetchChallenge: async () => (canFetch ? (count += 1) : undefined),
    solve: async (challenge) => `solution of ${String(challenge)}`,
  })
  return { captcha, clock }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('the proof of work', () => {
  it('is done once, however often it is begun', async () => {
    const { captcha } = open()
    expect(captcha.state()).toBe('idle')
    captcha.begin()
    captcha.begin()
    expect(captcha.state()).toBe('working')
    await settle()
    expect(captcha.state()).toBe('solved')
    expect(await captcha.take()).toBe('solution of 1')
  })

  it('is done again for every call', async () => {
    const { captcha } = open()
    expect([await captcha.take(), await captcha.take()]).toEqual(['solution of 1', 'solution of 2'])
  })

  it('is done again when the solution has grown old', async () => {
    const { captcha, clock } = open()
    captcha.begin()
    await settle()
    clock.ms = keptMs + 1
    expect(await captcha.take()).toBe('solution of 2')
  })

  it('may be tried again when it failed', async () => {
    const { captcha } = open({ canFetch: false })
    expect(await captcha.take()).toBeUndefined()
    await settle()
    expect(captcha.state()).toBe('failed')
    captcha.begin()
    expect(captcha.state()).toBe('working')
  })
})
