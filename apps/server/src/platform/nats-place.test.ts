import { describe, expect, it } from 'vitest'
import { parseNatsUrl } from './nats-place.ts'

describe('the address of NATS', () => {
  it.each([
    ['nats://nats.example', { servers: ['nats.example:4222'], isTls: false, credentials: undefined }],
    ['tls://nats.example:4333/', { servers: ['nats.example:4333'], isTls: true, credentials: undefined }],
    [
      'nats://me:p%40ss@one.example:1, nats://[::1]:2',
      { servers: ['one.example:1', '[::1]:2'], isTls: false, credentials: { user: 'me', pass: 'p@ss' } },
    ],
    ['nats://t0ken@one.example', { servers: ['one.example:4222'], isTls: false, credentials: { token: 't0ken' } }],
  ])('%s is understood', (text, place) => {
    expect(parseNatsUrl(text)).toEqual({ ok: true, value: place })
  })

  it.each([
    ['nonsense', 'must be an address'],
    ['http://nats.example', 'must be an address'],
    ['nats://', 'must be an address'],
    ['nats://nats.example/queue', 'must be an address'],
    ['nats://me:%ff@nats.example', 'must be an address'],
    ['nats://one.example,', 'must be an address'],
    ['nats://one.example,tls://two.example', 'must not mix'],
  ])('%s is refused', (text, words) => {
    const parsed = parseNatsUrl(text)
    expect(parsed.ok ? '' : parsed.refusal).toContain(words)
  })
})
