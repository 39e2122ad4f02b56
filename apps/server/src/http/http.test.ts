import { once } from 'node:events'
import { connect } from 'node:net'
import { Secret } from '@farport/basics'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestServer } from '../test-server.ts'

const server = await startTestServer({ metricsToken: new Secret('metrics-token-0123') })
afterAll(() => server[Symbol.asyncDispose]())
const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })

describe('the probes', () => {
  it('say that it lives and serves', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'alive' })
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready', missing: [] })
  })

  it.each([
    ['this machine', {}, 200],
    ['somebody behind a proxy on this machine', { 'x-forwarded-for': '192.0.2.1' }, 403],
    ['somebody with the token', { 'x-forwarded-for': '192.0.2.1', authorization: 'Bearer metrics-token-0123' }, 200],
    ['somebody with another token', { authorization: 'Bearer metrics-token-4567' }, 403],
  ])('show the figures to %s: %#', async (_, headers, status) => {
    expect((await get('/metrics', headers)).status).toBe(status)
  })
})

describe('an answer', () => {
  it('carries what browsers need to keep people safe', async () => {
    const { headers } = await get('/healthz')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  })

  it.each([
    ['an unknown call', '/auth/v1/nonsense', {}, 404],
    ['an asset that is not there', '/assets/nonsense.js', {}, 404],
  ])('to %s says so in JSON', async (_, path, headers, status) => {
    const answer = await get(path, headers)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' })
  })

  it.each([
    ['too large a body', JSON.stringify({ query: 'x'.repeat(600_000) }), 'application/json', 413],
    ['another type', '{}', 'application/x-www-form-urlencoded', 415],
    ['broken JSON', '{', 'application/json', 400],
  ])('to %s is a refusal', async (_, body, type, status) => {
    // By itself: a balancer may lose an answer that comes before the question has been read.
    const url = `${server.url}/graphql/v1`
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body })
    expect(answer.status).toBe(status)
  })
})

it('the server stops in order: what was asked is answered, then the sockets close', async () => {
  const own = await startTestServer()
  const { port } = new URL(own.url)
  const idle = connect(Number(port), '127.0.0.1')
  await once(idle, 'connect')
  const answer = fetch(`${own.url}/readyz`)
  expect((await answer).status).toBe(200)
  const closed = once(idle, 'close')
  await own[Symbol.asyncDispose]()
  await closed
  await expect(fetch(`${own.url}/healthz`)).rejects.toThrow('fetch failed')
})
