// A mail server that takes everything and lets the test read it.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { eventually } from './eventually.ts'

export interface ReceivedMail {
  from: string
  to: string[]
  subject: string
  text: string
  html: string
}

export interface SmtpSink extends AsyncDisposable {
  /** For SMTP_URL. */
  readonly url: string
  readonly mails: ReceivedMail[]
  /** The newest mail to that address, once there is one. */
  mailTo(address: string, timeoutMs?: number): Promise<ReceivedMail>
  /** While on, every mail is refused for the moment, as a full mailbox would. */
  refuse(isRefusing: boolean): void
}

const mailsMax = 1000

export async function startSmtpSink(): Promise<SmtpSink> {
  const mails: ReceivedMail[] = []
  let isRefusing = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: callbackify(async (stream: Readable, session: SMTPServerSession) => {
      const raw = await buffer(stream)
      if (isRefusing || mails.length >= mailsMax) {
        throw Object.assign(new Error('try again later'), { responseCode: 452 })
      }
      const { mailFrom, rcptTo } = session.envelope
      const { subject = '', text = '', html = '' } = await PostalMime.parse(raw)
      const from = mailFrom === false ? '' : mailFrom.address
      mails.push({ from, to: rcptTo.map(({ address }) => address), subject, text, html })
    }),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo // a TCP server has no other kind of address
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    mailTo: (address, timeoutMs = 10_000) =>
      eventually(() => mails.findLast(({ to }) => to.includes(address)), { timeoutMs, what: `a mail to ${address}` }),
    refuse(isOn) {
      isRefusing = isOn
    },
    async [Symbol.asyncDispose]() {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      await closed.promise
    },
  }
}
