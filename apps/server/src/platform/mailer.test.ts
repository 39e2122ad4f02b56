import { eventually, startSmtpSink } from '@farport/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { createIds } from './ids.ts'
import { silentLog } from './log.ts'
import { createMailer, createSmtpSender, mailAttemptsMax, retryDelayMs, startMailWorker } from './mailer.ts'
import { createTestDatabase } from './test-database.ts'

const database = await createTestDatabase()
afterAll(() => database[Symbol.asyncDispose]())

let nowMs = Date.parse('2026-11-20T08:00:00Z')
const clock = { now: () => nowMs }
const common = { database, clock, ids: createIds(clock), log: silentLog }
const mail = (to: string) => ({ to, subject: 'Grüße', text: 'Open https://farport.example/x', html: '<p>Open</p>' })

const row = (to: string) =>
  database.queries.selectFrom('mails').selectAll().where('recipient', '=', to).executeTakeFirstOrThrow()

describe('mail', () => {
  it('is sent when it was posted, and its text is not kept', async () => {
    await using sink = await startSmtpSink()
    await using worker = startMailWorker({
      ...common,
      send: createSmtpSender({ url: sink.url, from: 'us@farport.example' }),
    })
    const mailer = createMailer({ ...common, canSend: true, onPosted: () => worker.wake() })
    await database.transaction((tx) => mailer.post(tx, mail('ann@example.org')))
    expect(await sink.mailTo('ann@example.org')).toMatchObject({ subject: 'Grüße', from: 'us@farport.example' })
    const sent = await eventually(async () => {
      const one = await row('ann@example.org')
      return one.sent_at === null ? undefined : one
    })
    expect(sent).toMatchObject({ text: '', html: '', due_at: null, attempts: 1 })
  })

  it('is tried again with growing pauses while the server refuses it, and given up in the end', async () => {
    let attempts = 0
    const send = async () => {
      attempts += 1
      throw new Error('mailbox full')
    }
    const mailer = createMailer({ ...common, canSend: true })
    await database.transaction((tx) => mailer.post(tx, mail('bob@example.org')))
    for (let time = 1; time <= mailAttemptsMax + 2; time += 1) {
      await using worker = startMailWorker({ ...common, send })
      worker.wake()
      const expected = Math.min(time, mailAttemptsMax)
      await eventually(async () => attempts === expected && (await row('bob@example.org')).error === 'mailbox full')
      nowMs += 24 * 3_600_000
    }
    expect(attempts).toBe(mailAttemptsMax)
    expect(await row('bob@example.org')).toMatchObject({ sent_at: null, due_at: null })
  })

  it('stays, when there is no server to send it', async () => {
    const mailer = createMailer({ ...common, canSend: false })
    await database.transaction((tx) => mailer.post(tx, mail('cy@example.org')))
    expect(await row('cy@example.org')).toMatchObject({ due_at: null, sent_at: null, text: mail('').text })
  })

  it('goes once, also when two workers look at the same moment', async () => {
    const sent: string[] = []
    const send = async ({ to }: { to: string }) => {
      sent.push(to)
    }
    const mailer = createMailer({ ...common, canSend: true })
    const names = Array.from({ length: 20 }, (_, index) => `d${index}@example.org`)
    await database.transaction(async (tx) => {
      for (const name of names) await mailer.post(tx, mail(name))
    })
    await using _one = startMailWorker({ ...common, send })
    await using _other = startMailWorker({ ...common, send })
    await eventually(() => sent.length >= names.length)
    expect(sent.toSorted()).toEqual(names.toSorted())
  })
})

it('pauses grow, up to six hours', () => {
  const pauses = [1, 2, 3, 20].map((attempts) => retryDelayMs(attempts, () => 1) / 1000)
  expect(pauses).toEqual([30, 60, 120, 21_600])
})
