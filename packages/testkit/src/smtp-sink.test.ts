import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startSmtpSink } from './smtp-sink.ts'

/** Speaks SMTP by hand, a command per answer. */
async function deliver(url: string, lines: string[]): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let answers = ''
  socket.on('data', (bytes: Buffer) => {
    answers += bytes.toString()
    const line = lines.shift()
    if (line === undefined) socket.end()
    else socket.write(`${line}\r\n`)
  })
  await once(socket, 'close')
  return answers
}

const mail = [
  'HELO test',
  'MAIL FROM:<farport@example.org>',
  'RCPT TO:<ada@example.org>',
  'DATA',
  'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nhttp://localhost/verify\r\n.',
  'QUIT',
]

describe('the mail sink', () => {
  it('keeps what it is given', async () => {
    await using sink = await startSmtpSink()
    await deliver(sink.url, [...mail])
    expect(await sink.mailTo('ada@example.org')).toMatchObject({
      subject: 'Grüße',
      text: expect.stringContaining('/verify') as string,
    })
  })

  it('refuses for a while when it is told to', async () => {
    await using sink = await startSmtpSink()
    sink.refuse(true)
    expect(await deliver(sink.url, [...mail])).toContain('452')
    expect(sink.mails).toEqual([])
  })
})
