// Mail: written down with the change that causes it, then sent in the background.
//
// With an SMTP server, a worker sends what is due, and tries again with growing pauses until it gives up. Without one,
// mails stay in the table for the operator, and are written to the log, because that is where a person can find them.

import { createBackoff } from '@farport/basics'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Clock } from './clock.ts'
import { afterCommit, type Database, type Tx } from './database.ts'
import type { Ids } from './ids.ts'
import type { Log } from './log.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /** False while mail stays in the outbox. */
  readonly canSend: boolean
  post(tx: Tx, mail: Mail): Promise<void>
}

/** Hands one mail to a mail server; throws when it does not take it. */
export type SendMail = (mail: Mail & { id: string }) => Promise<void>

export interface MailerOptions {
  clock: Clock
  ids: Ids
  log: Log
  canSend: boolean
  /** Runs when there may be something to send. */
  onPosted?: () => void
}

export function createMailer({ clock, ids, log, canSend, onPosted }: MailerOptions): Mailer {
  return {
    canSend,
    async post(tx, mail) {
      const now = new Date(clock.now())
      const { to, ...content } = mail
      const row = { id: ids('m'), recipient: to, ...content, created_at: now, due_at: canSend ? now : null }
      await tx.insertInto('mails').values(row).execute()
      afterCommit(tx, () => {
        if (canSend) onPosted?.()
        else log.info({ to, subject: mail.subject }, `no mail server is set up; the mail reads:\n${mail.text}`)
      })
    },
  }
}

export function createSmtpSender({ url, from }: { url: string; from: string }): SendMail {
  const transport = createTransport(url, { from, disableFileAccess: true, disableUrlAccess: true })
  return async ({ id, ...mail }) => {
    // The same message id at every attempt, so that a mail server can notice a doubled one.
    await transport.sendMail({ ...mail, messageId: `<${id}@farport>` })
  }
}

export interface MailWorkerOptions {
  database: Database
  clock: Clock
  log: Log
  send: SendMail
}

export interface MailWorker extends AsyncDisposable {
  /** Looks for due mails now. */
  wake(): void
}

export const mailAttemptsMax = 8
const retryDelayMsFirst = 30_000
const retryDelayMsMax = 6 * 3_600_000
const mailKeptMs = 30 * 86_400_000
const lookEveryMs = 15_000
/** While one process sends a mail, the others leave it alone for so long. */
const sendingMsMax = 120_000

export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const { log } = options
  const closing = new AbortController()
  let isAwake = false
  /** Somebody called while it was looking: it may have looked too early. */
  let wasCalled = false
  let work: Promise<void> = Promise.resolve()

  async function sendAllDue(): Promise<void> {
    try {
      while (!closing.signal.aborted) {
        wasCalled = false
        const wasDue = await sendOneDue(options)
        if (!wasDue && !wasCalled) break
      }
    } catch (error) {
      log.error({ err: error }, 'the outbox could not be worked on')
    } finally {
      isAwake = false
    }
  }

  function wake(): void {
    wasCalled = true
    if (isAwake || closing.signal.aborted) return
    isAwake = true
    work = sendAllDue()
  }

  const timer = setInterval(wake, lookEveryMs)
  wake()
  return {
    wake,
    async [Symbol.asyncDispose]() {
      closing.abort()
      clearInterval(timer)
      await work
    },
  }
}

/** The outbox is no archive. */
export async function removeOldMails({ queries }: Database, nowMs: number): Promise<void> {
  await queries
    .deleteFrom('mails')
    .where('created_at', '<', new Date(nowMs - mailKeptMs))
    .execute()
}

/** False when nothing is due. */
async function sendOneDue({ database, clock, log, send }: MailWorkerOptions): Promise<boolean> {
  const mail = await takeDue(database, clock)
  if (mail === undefined) return false
  const { id, recipient: to, subject, text, html, attempts } = mail
  try {
    await send({ id, to, subject, text, html })
    // The text may hold a link that signs in: once it has left, it is not kept.
    const sent = { sent_at: new Date(clock.now()), due_at: null, error: null, text: '', html: '' }
    await database.queries.updateTable('mails').set(sent).where('id', '=', id).execute()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ mail: id, attempts, reason }, 'a mail could not be sent')
    const dueAt = attempts >= mailAttemptsMax ? null : new Date(clock.now() + retryDelayMs(attempts))
    await database.queries.updateTable('mails').set({ error: reason, due_at: dueAt }).where('id', '=', id).execute()
  }
  return true
}

/** Counts the attempt before it is made, so that a mail that kills the process is not tried for ever. */
async function takeDue(database: Database, clock: Clock) {
  const now = clock.now()
  return database.queries
    .updateTable('mails')
    .set({ attempts: sql`attempts + 1`, due_at: new Date(now + sendingMsMax) })
    .where('id', '=', (query) =>
      query
        .selectFrom('mails')
        .select('id')
        .where('due_at', '<=', new Date(now))
        .where('attempts', '<', mailAttemptsMax)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'recipient', 'subject', 'text', 'html', 'attempts'])
    .executeTakeFirst()
}

export function retryDelayMs(attempts: number, random: () => number = Math.random): number {
  const backoff = createBackoff({ delayMsFirst: retryDelayMsFirst, delayMsMax: retryDelayMsMax, random })
  for (let attempt = 1; attempt < attempts; attempt += 1) backoff.next()
  return backoff.next()
}
