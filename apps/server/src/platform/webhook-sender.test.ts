import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { Secret, systemClock } from '@farport/basics'
import { freePort, startNameServer, startWebhookReceiver } from '@farport/testkit'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createAddressGuard } from './webhook-address.ts'
import { createWebhookSender, type WebhookOutcome } from './webhook-sender.ts'
import { webhookSecretText } from './webhook-signature.ts'

const receiver = await startWebhookReceiver()
const names = await startNameServer()
const secret = new Secret(randomBytes(32))
const base = { clock: systemClock, userAgent: 'Farport/test', nameServers: [names.url] }
const open = createWebhookSender({ ...base, mayReach: createAddressGuard(['127.0.0.1']), timeoutMs: 1500 })
const guarded = createWebhookSender({ ...base, mayReach: createAddressGuard([]) })
afterAll(async () => {
  open[Symbol.dispose]()
  guarded[Symbol.dispose]()
  await Promise.all([receiver[Symbol.asyncDispose](), names[Symbol.asyncDispose]()])
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer(200)
})

const body = '{"Name":"実験室"}'
const send = (url: string, sender = open) => sender.send({ id: 'w-1', url, body, secret })
const errorOf = (outcome: WebhookOutcome) => (outcome.hasArrived ? 'arrived' : outcome.error)

describe('a webhook', () => {
  it('arrives whole, and an independent library finds its signature good', async () => {
    expect(await send(receiver.url)).toEqual({ hasArrived: true, status: 200 })
    const [got] = receiver.received
    expect(got).toMatchObject({
      method: 'POST',
      path: '/hook',
      body,
      headers: { 'content-type': 'application/json', 'user-agent': 'Farport/test', 'webhook-id': 'w-1' },
    })
    const library = new Webhook(webhookSecretText(secret))
    const headers = got?.headers as Record<string, string> // each of ours comes once
    expect(library.verify(got?.body ?? '', headers)).toEqual({ Name: '実験室' })
    expect(() => library.verify('{"Name":"other"}', headers)).toThrow('No matching signature')
  })

  it.each([
    [204, { hasArrived: true, status: 204 }],
    [302, { hasArrived: false, status: 302, error: 'It answered with 302; redirects are not followed.' }],
    [404, { hasArrived: false, status: 404, error: 'It answered with 404.' }],
    [500, { hasArrived: false, status: 500, error: 'It answered with 500.' }],
  ])('answered with %i', async (status, outcome) => {
    receiver.answer((response) => response.writeHead(status, { location: `${receiver.url}/elsewhere` }).end())
    expect(await send(receiver.url)).toEqual(outcome)
    expect(receiver.received).toHaveLength(1)
  })

  it('is given up when nobody answers', async () => {
    receiver.answer(() => undefined)
    expect(errorOf(await send(receiver.url))).toBe('It did not answer within 1.5 seconds.')
  })

  it('with an endless answer has arrived, and the rest is not waited for', async () => {
    const closed = Promise.withResolvers<void>()
    receiver.answer((response) => {
      response.on('close', () => closed.resolve())
      response.writeHead(200)
      const more = () => response.write(Buffer.alloc(65_536), (error) => error ?? more())
      more()
    })
    expect(await send(receiver.url)).toEqual({ hasArrived: true, status: 200 })
    await closed.promise
  })

  it('survives that a kept connection is closed', async () => {
    receiver.answer((response) => {
      response.writeHead(200).end()
      response.socket?.destroySoon()
    })
    for (let count = 0; count < 5; count += 1) expect(await send(receiver.url)).toMatchObject({ hasArrived: true })
  })

  it('to a closed port is refused', async () => {
    expect(errorOf(await send(`http://127.0.0.1:${await freePort()}/`))).toBe('The connection was refused.')
  })

  it.each([
    ['http', 'hello\r\n', 'It did not answer in HTTP.'],
    ['https', 'hello\r\n', 'It does not speak TLS there.'],
    ['http', '', 'The connection broke before it answered.'],
  ])('over %s to something that says %j', async (scheme, words, error) => {
    const server = createServer((socket) => socket.end(words)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    expect(errorOf(await send(`${scheme}://127.0.0.1:${port}/`))).toBe(error)
    server.close()
  })
})

describe('an internal address', () => {
  const unreachable = 'Its name leads to no address that webhooks may go to.'

  it.each([
    ['itself', () => receiver.url],
    ['in IPv6 clothes', () => `http://[::ffff:127.0.0.1]:${receiver.port}/`],
    ['as one number', () => `http://2130706433:${receiver.port}/`],
  ])('%s is not reached', async (_, url) => {
    expect(errorOf(await send(url(), guarded))).toContain('internal')
    expect(receiver.received).toEqual([])
  })

  it.each([
    ['alone', ['127.0.0.1']],
    ['behind others', ['8.8.8.8', '127.0.0.1']],
    ['of the cloud', ['169.254.169.254']],
  ])('%s behind a name is not reached', async (_, addresses) => {
    names.tell('inner.example', addresses)
    expect(errorOf(await send(`http://inner.example:${receiver.port}/`, guarded))).toBe(unreachable)
    expect(receiver.received).toEqual([])
  })

  it('is reached where the operator allows it', async () => {
    names.tell('inner.example', ['127.0.0.1'])
    expect(await send(`http://inner.example:${receiver.port}/`)).toMatchObject({ hasArrived: true })
  })

  it('is not reached by a name that led elsewhere before', async () => {
    receiver.answer((response) => response.writeHead(200, { connection: 'close' }).end())
    const url = `http://moving.example:${receiver.port}/`
    names.tell('moving.example', ['127.0.0.1'])
    expect(await send(url)).toMatchObject({ hasArrived: true })
    names.tell('moving.example', ['127.0.0.2'])
    expect(errorOf(await send(url))).toBe(unreachable)
    expect(receiver.received).toHaveLength(1)
  })

  it('looks from outside as if there were none', async () => {
    expect(errorOf(await send('http://nobody.example/'))).toBe(unreachable)
  })
})
