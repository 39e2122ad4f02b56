import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import { Secret, systemClock } from '@farport/basics'
import { startWebhookReceiver } from '@farport/testkit'
import { createEmulator } from 'emulate'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, it } from 'vitest'
import { createIds } from './ids.ts'
import { openSms, type SmsPlace } from './sms-place.ts'
import type { TwilioAccount } from './sms-twilio.ts'

const means = { ids: createIds(systemClock), clock: systemClock, userAgent: 'Farport/test' }
const message = { to: '+14155552671', text: 'Your code is 123456.' }

const send = async (place: SmsPlace | undefined) => {
  using sms = openSms(place, means)
  return await sms.send(message)
}

it('nobody is set up: nothing can be sent', async () => {
  using sms = openSms(undefined, means)
  expect(sms.canSend).toBe(false)
  expect(await sms.send(message)).toMatchObject({ wasTaken: false })
})

describe('by the operator’s webhook', () => {
  const secret = randomBytes(32)
  const place = (url: string): SmsPlace => ({ kind: 'webhook', url: new Secret(url), secret: new Secret(secret) })

  it('a message arrives signed, so that the receiver knows it for ours', async () => {
    await using receiver = await startWebhookReceiver()
    expect(await send(place(receiver.url))).toEqual({ wasTaken: true })
    const [webhook] = receiver.received
    const { headers = {}, body = '' } = webhook ?? {}
    const opened = new Webhook(`whsec_${secret.toString('base64')}`).verify(body, {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    })
    expect(opened).toEqual({ type: 'sms', timestamp: expect.stringMatching(/Z$/), data: message })
  })

  it.each([
    ['says no', 500],
    ['leads elsewhere', 302],
  ])('a receiver that %s has not taken it', async (_, status) => {
    await using receiver = await startWebhookReceiver()
    receiver.answer(status)
    expect(await send(place(receiver.url))).toMatchObject({
      wasTaken: false,
      reason: expect.stringContaining(`${status}`),
    })
    expect(receiver.received).toHaveLength(1)
  })
})

describe('by Twilio', async () => {
  const emulator = await createEmulator({ service: 'twilio', port: 0 })
  afterAll(() => emulator.close())
  const account: TwilioAccount = {
    url: emulator.url,
    sid: 'AC00000000000000000000000000000000',
    token: new Secret('twilio_test_auth_token'),
    from: '+15551234567',
  }
  const twilio = (changes: Partial<TwilioAccount> = {}) => send({ kind: 'twilio', ...account, ...changes })

  it('a message is queued as it was given', async () => {
    expect(await twilio()).toEqual({ wasTaken: true })
    const basic = Buffer.from(`${account.sid}:twilio_test_auth_token`).toString('base64')
    const list = await fetch(`${account.url}/2010-04-01/Accounts/${account.sid}/Messages.json`, {
      headers: { authorization: `Basic ${basic}` },
    })
    expect(await list.json()).toMatchObject({ messages: [{ to: message.to, from: account.from, body: message.text }] })
  })

  it.each([
    ['a wrong token', { token: new Secret('wrong') }, '20003'],
    ['a number of somebody else', { from: '+15550000000' }, '21606'],
    ['a place where nobody is', { url: 'http://127.0.0.1:9' }, 'could not be reached'],
  ])('with %s it is refused, and the operator can read why', async (_, changes, words) => {
    expect(await twilio(changes)).toMatchObject({ wasTaken: false, reason: expect.stringContaining(words) })
  })

  it('with a messaging service, that one chooses the number', async () => {
    const bodies: string[] = []
    const server = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => bodies.push(chunk.toString()))
      request.on('end', () => response.writeHead(201).end('{}'))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo // a TCP server has no other kind of address
    expect(await twilio({ url: `http://127.0.0.1:${port}`, from: `MG${'0'.repeat(32)}` })).toEqual({ wasTaken: true })
    expect(Object.fromEntries(new URLSearchParams(bodies.join('')))).toEqual({
      To: message.to,
      Body: message.text,
      MessagingServiceSid: `MG${'0'.repeat(32)}`,
    })
    server.closeAllConnections()
    server.close()
  })

  it('an answer that is none of theirs is told by its status', async () => {
    await using receiver = await startWebhookReceiver()
    receiver.answer(503)
    const outcome = await twilio({ url: receiver.url })
    expect(outcome).toEqual({ wasTaken: false, reason: 'Twilio answered with 503.' })
  })
})
