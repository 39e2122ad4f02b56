import { describe, expect, it } from 'vitest'
import { renderMail } from '#platform/mail-form'
import { recoveryMail } from '../recovery/recovery-mail.ts'
import { factorMail, type FactorNews } from './factor-mails.ts'
import { phoneText, signInText } from './text-messages.ts'

const news: FactorNews[] = [
  { kind: 'on', method: 'SMS_MFA' },
  { kind: 'on', method: 'SOFTWARE_TOKEN_MFA' },
  { kind: 'on', method: 'WEB_AUTHN' },
  { kind: 'off' },
  { kind: 'phone', end: '71' },
  { kind: 'recovery-code' },
  { kind: 'recovered' },
  { kind: 'guessed' },
]
const japanese = /[぀-ヿ一-鿿]/
const to = { to: 'ann@example.org', url: 'https://farport.example/account/security' }

describe.each(['en', 'ja'] as const)('in the language %s', (language) => {
  it.each(news)('a mail about %o says what happened, and where to look', async (one) => {
    const { subject, text, html } = await renderMail(factorMail({ ...to, language }, one))
    for (const part of [subject, text]) expect(japanese.test(part)).toBe(language === 'ja')
    for (const part of [text, html]) expect(part).toContain(to.url)
    expect(html).toContain(`lang="${language}"`)
    if (one.kind === 'phone') expect(text).toContain('71')
  })

  it('the code of a recovery stands by itself, and not in the subject', async () => {
    const mail = await renderMail(
      recoveryMail({ to: to.to, language, publicUrl: 'https://farport.example', code: 'abcd2345' }),
    )
    expect(mail.text).toMatch(/^abcd2345$/m)
    expect(mail.html).toContain('abcd2345')
    expect(mail.subject).not.toContain('abcd2345')
    expect(mail.text).toContain('https://farport.example/account-recovery')
  })

  it('whoever has nothing to recover with is led to a new password', async () => {
    const mail = await renderMail(
      recoveryMail({ to: to.to, language, publicUrl: 'https://farport.example', code: undefined }),
    )
    expect(mail.text).toContain('https://farport.example/forgot-password')
  })

  it('a text message is one message', () => {
    const texts = [signInText('123456', language), phoneText('123456', language)]
    for (const text of texts) {
      expect(text).toContain('123456')
      expect(text.length).toBeLessThanOrEqual(language === 'ja' ? 70 : 160)
    }
  })
})
