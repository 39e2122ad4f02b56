import { createHash } from 'node:crypto'
import { generatePrivateKey, publicKeyText, requestText, signText } from '@farport/protocol'
import { describe, expect, it } from 'vitest'
import { signerOf } from './signed-request.ts'

const now = 1_790_000_000_000
const key = generatePrivateKey()
const method = 'POST'
const path = '/agent/v1/enrol'
const body = '{"code":"x"}'

function signed({ at = now, by = key }: { at?: number; by?: typeof key } = {}) {
  const bodySha256 = createHash('sha256').update(body).digest('hex')
  const text = requestText({ method, path, timeMs: at, bodySha256 })
  return { 'farport-key': publicKeyText(key), 'farport-time': String(at), 'farport-signature': signText(by, text) }
}
const request = { method, path, body, headers: signed() }

describe('a signed request', () => {
  it('names its signer', () => {
    expect(signerOf(request, now)).toEqual({ ok: true, value: publicKeyText(key) })
  })

  it.each([
    ['no headers', { headers: {} }, 'signature'],
    ['another body', { body: '{"code":"y"}' }, 'signature'],
    ['another path', { path: '/agent/v1/assignment' }, 'signature'],
    ['another method', { method: 'GET' }, 'signature'],
    ['another signer than it names', { headers: signed({ by: generatePrivateKey() }) }, 'signature'],
    ['a time that was changed', { headers: { ...signed(), 'farport-time': String(now + 1) } }, 'signature'],
    ['a time that is none', { headers: { ...signed(), 'farport-time': '-1' } }, 'signature'],
    ['a clock just right enough', { headers: signed({ at: now - 300_000 }) }, undefined],
    ['a clock too late', { headers: signed({ at: now - 300_001 }) }, 'clock'],
    ['a clock too early', { headers: signed({ at: now + 300_001 }) }, 'clock'],
  ])('with %s', (_, change, refusal) => {
    const answer = signerOf({ ...request, ...change }, now)
    expect(answer.ok ? undefined : answer.refusal).toBe(refusal)
  })
})
