import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { startSmtpSink, type ReceivedMail } from '@farport/testkit'
import { deletionReasons, type AccountId, type DeviceId } from '@farport/vocabulary'
import { afterAll, describe, expect, it } from 'vitest'
import { accessKeyMail } from './domains/identity/access-keys/access-key-mail.ts'
import { deletionMail } from './domains/identity/deletion/deletion-mail.ts'
import { emailMail } from './domains/identity/email/email-mails.ts'
import { factorMail, type FactorNews } from './domains/identity/factors/factor-mails.ts'
import { invitationMail } from './domains/identity/invitation-mail.ts'
import { passkeyMail } from './domains/identity/passkeys/passkey-mail.ts'
import { passwordMail } from './domains/identity/passwords/password-mails.ts'
import { providerLinkMail } from './domains/identity/providers/provider-link-mail.ts'
import { providerSignUpMail } from './domains/identity/providers/provider-sign-up-mail.ts'
import { recoveryMail } from './domains/identity/recovery/recovery-mail.ts'
import { newPlaceMail, stolenTokenMail } from './domains/identity/sessions/session-mails.ts'
import { verifyEmailMail } from './domains/identity/sign-up/verify-email-mail.ts'
import { confirmEmailMail } from './domains/notifications/confirm-email-mail.ts'
import { digestMail } from './domains/notifications/digest-mail.ts'
import { webhookOffMail } from './domains/notifications/webhook-off-mail.ts'
import { shareMail, type ShareMail } from './domains/sharing/share-mail.ts'
import { renderMail, type MailWords } from './platform/mail-form.ts'
import { createSmtpSender } from './platform/mailer.ts'

const publicUrl = 'https://farport.example'
const to = 'ann@example.org'
const link = `${publicUrl}/auth/v1/there?token=${'x'.repeat(43)}`
const code = 'abcd2345'
const name = '居間の "Pi" <1>'
const other = 'bob@example.org'

type Language = 'en' | 'ja'
type Write = (language: Language) => MailWords | undefined

/** All of a kind: one that is added without a row here does not compile. */
function each<Kind extends string>(
  rows: Record<Kind, true>,
  write: (kind: Kind, language: Language) => MailWords,
): Record<string, Write> {
  const kinds = Object.keys(rows) as Kind[] // by its type
  return Object.fromEntries(kinds.map((kind) => [kind, (language) => write(kind, language)]))
}

const factorNews: Record<FactorNews['kind'], FactorNews[]> = {
  on: [
    { kind: 'on', method: 'SMS_MFA' },
    { kind: 'on', method: 'SOFTWARE_TOKEN_MFA' },
    { kind: 'on', method: 'WEB_AUTHN' },
  ],
  off: [{ kind: 'off' }],
  phone: [{ kind: 'phone', end: '71' }],
  'recovery-code': [{ kind: 'recovery-code' }],
  recovered: [{ kind: 'recovered' }],
  guessed: [{ kind: 'guessed' }],
}

const digest = (count: number, others: number) => {
  const itemOf = (index: number) => ({
    name: `${name} ${index}`,
    accountId: 'a-ann' as AccountId, // for the test
    isOnline: index % 2 === 0,
    since: `2026-11-20T08:0${index}:00.000Z`,
    eventId: `e-${index}`,
    changes: index + 1,
  })
  const items = Array.from({ length: count }, (_, index) => [`d-${index}` as DeviceId, itemOf(index)]) // for the test
  return { items: Object.fromEntries(items) as Record<DeviceId, ReturnType<typeof itemOf>>, others }
}

/** By the function that writes it, and what it is about. */
const mails: Record<string, Record<string, Write>> = {
  accessKeyMail: { '': (language) => accessKeyMail({ to, language, key: 'FPABCDEFGHIJKLMNOPQR', publicUrl }) },
  deletionMail: {
    full: (language) =>
      deletionMail(
        { to, language, url: publicUrl },
        {
          ...{ email: other, id: 'a-bob', reasons: deletionReasons, text: 'Thank you\nfor all', mayContact: true },
          lastConnections: ['Pi: SSH'],
        },
      ),
    plain: (language) =>
      deletionMail(
        { to, language, url: publicUrl },
        { email: other, id: 'a-bob', reasons: [], text: '', mayContact: false, lastConnections: [] },
      ),
  },
  emailMail: each<Parameters<typeof emailMail>[0]>({ confirm: true, changed: true, restored: true }, (kind, language) =>
    emailMail(kind, { to, language, url: link, other }),
  ),
  factorMail: Object.fromEntries(
    Object.values(factorNews)
      .flat()
      .map((news) => [JSON.stringify(news), (language) => factorMail({ to, language, url: link }, news)]),
  ),
  invitationMail: { '': (language) => invitationMail({ to, by: other, language, publicUrl }) },
  passkeyMail: each<Parameters<typeof passkeyMail>[0]['news']>(
    { added: true, removed: true, copied: true },
    (news, language) => passkeyMail({ to, language, name, news, publicUrl }),
  ),
  passwordMail: each<Parameters<typeof passwordMail>[0]>(
    { 'reset-code': true, reset: true, changed: true },
    (kind, language) => passwordMail(kind, { to, language, url: link, ...(kind === 'reset-code' ? { code } : {}) }),
  ),
  providerLinkMail: each<Parameters<typeof providerLinkMail>[0]['change']>(
    { added: true, removed: true },
    (change, language) => providerLinkMail({ to, language, provider: 'apple', change, publicUrl }),
  ),
  providerSignUpMail: {
    '': (language) => providerSignUpMail({ to, language, provider: 'amazon', code, publicUrl }),
  },
  recoveryMail: {
    'with a code': (language) => recoveryMail({ to, language, publicUrl, code }),
    'with none': (language) => recoveryMail({ to, language, publicUrl, code: undefined }),
  },
  stolenTokenMail: { '': (language) => stolenTokenMail({ to, language, url: link }) },
  newPlaceMail: {
    '': (language) =>
      newPlaceMail({ to, language, url: link }, { device: 'Firefox on Linux', where: 'Tokyo, Japan', at: new Date(0) }),
  },
  verifyEmailMail: { '': (language) => verifyEmailMail({ to, language, url: link }) },
  confirmEmailMail: { '': (language) => confirmEmailMail({ to, by: other, language, url: link }) },
  digestMail: Object.fromEntries(
    [
      ['of one', digest(1, 0)] as const,
      ['of several', digest(4, 0)] as const,
      ['of more than are listed', digest(5, 7)] as const,
    ].map(([about, one]) => [
      about,
      (language) => digestMail({ to, language, digest: one, publicUrl, timezone: 'Asia/Tokyo' }),
    ]),
  ),
  webhookOffMail: {
    '': (language) =>
      webhookOffMail({ to, language, webhookUrl: 'https://hooks.example/x', because: 'HTTP 500.', publicUrl }),
  },
  shareMail: each<ShareMail['about']>({ device: true, network: true, transfer: true }, (about, language) =>
    shareMail({ about, to, by: other, name, language, url: link }),
  ),
}

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)test-[a-z-]+\.ts$/.test(file))
  .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))

/** Functions of ours that write a mail, wherever they are: by what they say that they give back. */
const writers = sources.flatMap((source) =>
  [...source.matchAll(/\): (Promise<)?MailWords\b/g)].map(({ index }) => {
    const declared = [...source.slice(0, index).matchAll(/(?:function|const) (\w+)/g)]
    return declared.at(-1)?.[1] ?? ''
  }),
)

const sink = await startSmtpSink()
const send = createSmtpSender({ url: sink.url, from: 'Farport <farport@example.org>' })
afterAll(() => sink[Symbol.asyncDispose]())

let count = 0
async function arrive(words: MailWords): Promise<ReceivedMail> {
  count += 1
  const recipient = `ann-${count}@example.org`
  await send({ id: `m-${count}`, ...(await renderMail({ ...words, to: recipient })) })
  return sink.mailTo(recipient)
}

/** Of a template that something is missing in. */
const leftOver = /undefined|null|NaN|\[object|\{\{|\}\}|\$\{|%s|TODO|Invalid Date/
const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
/** What comes from people may be in any language. */
const withoutNames = (text: string) => text.replaceAll(/居間の "Pi" <1>|居間の &quot;Pi&quot; &lt;1&gt;/g, '')
const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

it('every mail that we write has a row', () => {
  expect(writers.toSorted()).toEqual(Object.keys(mails).toSorted())
  // Words that stand where they are sent would be missed.
  expect(sources.filter((source) => /renderMail\(\s*\{|: MailWords = /.test(source))).toEqual([])
})

const rows = Object.entries(mails).flatMap(([writer, kinds]) =>
  Object.entries(kinds).map(([about, write]) => ({ writer, about, write })),
)

describe.each(rows)('$writer $about', ({ write }) => {
  it.each(['en', 'ja'] as const)('arrives whole, in %s', async (language) => {
    const words = write(language)
    if (words === undefined) throw new Error('there is nothing to tell')
    const { from, subject, text, html } = await arrive(words)
    expect(from).toBe('farport@example.org')
    expect(subject).toBe(words.subject)
    expect(html).toContain(`lang="${language}"`)
    for (const part of [subject, text, html]) {
      expect(part.trim()).not.toBe('')
      expect(part).not.toMatch(leftOver)
    }
    // The subject, the sentence, the button and the note are of the language; names and addresses are as they are.
    for (const said of [subject, words.heading, words.body, words.action, words.note]) {
      expect([said, japanese.test(withoutNames(said))]).toEqual([said, language === 'ja'])
    }
    for (const said of [words.heading, ...linesOf(words.body), words.note]) expect(text).toContain(said)
    const links = [words.url, ...(words.items ?? []).map((item) => item.url)]
    for (const url of links) {
      expect(url).toMatch(/^https:\/\/farport\.example(\/|$)/)
      expect(linesOf(text).map((line) => line.trim())).toContain(url)
      expect(html).toContain(`href="${url}"`)
    }
    if (words.code !== undefined) {
      expect(linesOf(text)).toContain(words.code)
      expect(html).toContain(words.code)
      expect(subject).not.toContain(words.code)
    }
  })

  it('is another in the other language', () => {
    const [english, japaneseOne] = [write('en'), write('ja')]
    for (const part of ['subject', 'heading', 'body', 'action', 'note'] as const) {
      expect([part, japaneseOne?.[part]]).not.toEqual([part, english?.[part]])
    }
  })
})
