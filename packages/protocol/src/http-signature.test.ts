import { describe, expect, it } from 'vitest'
import {
  checkDigest,
  checkSignedDate,
  isHttpSignature,
  isSignedWith,
  parseHttpSignature,
  signedText,
  signRequest,
  type SignableRequest,
} from './http-signature.ts'

const names = ['(request-target)', 'host', 'date', 'content-type', 'content-length']
const request = (changes: Record<string, readonly string[]> = {}): SignableRequest => ({
  method: 'POST',
  target: '/graphql/v1',
  headers: new Map(
    Object.entries({
      host: ['farport.example'],
      date: ['Fri, 20 Nov 2026 08:30:00 GMT'],
      'content-type': ['application/json'],
      'content-length': ['27'],
      ...changes,
    }),
  ),
})
const key = { keyId: 'KEY', secret: Buffer.from('c2VjcmV0', 'base64') }
/** What openssl makes of the text below: openssl dgst -sha256 -hmac secret -binary | base64 */
const byOpenssl = 'FabktdIUslEZolMZhOJs2Cu8ZKGR1ObW6M8u1JJVs5o='
const text = `(request-target): post /graphql/v1
host: farport.example
date: Fri, 20 Nov 2026 08:30:00 GMT
content-type: application/json
content-length: 27`

describe('a signed request', () => {
  it('is signed over the lines of what is named, as others sign it', () => {
    expect(signedText(names, request())).toEqual({ ok: true, value: text })
    expect(signRequest(key, names, request())).toBe(
      `Signature keyId="KEY",algorithm="hmac-sha256",headers="${names.join(' ')}",signature="${byOpenssl}"`,
    )
  })

  it('is read as it was written', () => {
    const authorization = signRequest(key, names, request())
    const parsed = parseHttpSignature(authorization)
    expect(parsed).toMatchObject({ ok: true, value: { keyId: 'KEY', names } })
    expect(parsed.ok && isSignedWith(key.secret, text, parsed.value.signature)).toBe(true)
  })

  it.each([
    ['the method', { ...request(), method: 'GET' }],
    ['the path', { ...request(), target: '/graphql/v1?' }],
    ['a header', request({ 'content-length': ['28'] })],
    ['the host', request({ host: ['evil.example'] })],
  ])('is another when %s is', (_, other) => {
    const changed = signedText(names, other)
    expect(changed.ok && isSignedWith(key.secret, changed.value, Buffer.from(byOpenssl, 'base64'))).toBe(false)
  })

  it.each([
    [
      'without a header that is signed',
      request({ 'content-type': [] }),
      'covers content-type, which the request does not',
    ],
    ['with two of them', request({ host: ['a', 'b'] }), 'covers host, which the request has more than once'],
  ])('is refused %s', (_, other, sentence) => {
    expect(signedText(names, other)).toMatchObject({ ok: false, refusal: expect.stringContaining(sentence) as string })
  })
})

describe('the Authorization header', () => {
  const parts = {
    keyId: '"KEY"',
    algorithm: '"hmac-sha256"',
    headers: '"(request-target) host date"',
    signature: `"${byOpenssl}"`,
  }
  const write = (changes: Partial<Record<keyof typeof parts, string | undefined>> = {}, tail = '') =>
    `Signature ${Object.entries({ ...parts, ...changes })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${value}`)
      .join(',')}${tail}`

  it.each([
    ['as the contract has it', write()],
    ['with the scheme in small letters', write().replace('Signature', 'signature')],
    ['with spaces between', write().replaceAll('",', '" , ')],
    ['with names in capitals', write({ headers: '"(request-target) Host Date"' })],
    ['with parameters that we do not know', write({}, ',created=1402170695,version="2.1"')],
  ])('is understood %s', (_, authorization) => {
    expect(parseHttpSignature(authorization)).toMatchObject({
      ok: true,
      value: { keyId: 'KEY', names: ['(request-target)', 'host', 'date'] },
    })
  })

  it.each([
    ['nothing', 'Signature ', 'is not written as'],
    ['no key', write({ keyId: undefined }), 'is not written as'],
    ['no headers', write({ headers: undefined }), 'is not written as'],
    ['no algorithm', write({ algorithm: undefined }), 'is not written as'],
    ['a comma at the end', write({}, ','), 'is not written as'],
    ['a quote that is not closed', write({}, ',a="b'), 'is not written as'],
    ['an escape', write({ keyId: '"K\\"EY"' }), 'is not written as'],
    ['no quotes', write({ keyId: 'KEY' }), 'is not written as'],
    ['a parameter twice', write({}, ',keyId="KEY"'), 'keyId twice'],
    ['an unknown parameter twice', write({}, ',a="1",a="2"'), 'a twice'],
    ['another algorithm', write({ algorithm: '"hmac-sha1"' }), 'has to be hmac-sha256'],
    ['none as the algorithm', write({ algorithm: '"none"' }), 'has to be hmac-sha256'],
    ['a short signature', write({ signature: '"AAAA"' }), '32 bytes in base64'],
    ['no date', write({ headers: '"(request-target) host"' }), 'has to cover date'],
    ['neither host nor date', write({ headers: '"(request-target)"' }), 'has to cover host and date'],
    ['no request target', write({ headers: '"host date"' }), 'has to cover (request-target)'],
    ['a name twice', write({ headers: '"(request-target) host date Host"' }), 'covers host twice'],
    ['two spaces', write({ headers: '"(request-target)  host date"' }), 'cannot cover ""'],
    [
      'a name of its own making',
      write({ headers: '"(request-target) host date (created)"' }),
      'cannot cover "(created)"',
    ],
    [
      'too many names',
      write({
        headers: `"(request-target) host date ${Array.from({ length: 14 }, (_, index) => `x${index}`).join(' ')}"`,
      }),
      'at most 16',
    ],
    ['5,000 characters', write({ keyId: `"${'K'.repeat(5000)}"` }), 'too long'],
  ])('is refused with %s', (_, authorization, sentence) => {
    expect(parseHttpSignature(authorization)).toMatchObject({
      ok: false,
      refusal: expect.stringContaining(sentence) as string,
    })
  })

  it.each([
    [write(), true],
    ['Bearer abc', false],
    ['Signaturekey', false],
    [undefined, false],
  ])('%j: is a signature: %s', (authorization, isOne) => {
    expect(isHttpSignature(authorization)).toBe(isOne)
  })
})

describe('the date', () => {
  const nowMs = Date.UTC(2026, 10, 20, 8, 30)
  it.each([
    ['now', 'Fri, 20 Nov 2026 08:30:00 GMT'],
    ['five minutes ago', 'Fri, 20 Nov 2026 08:25:00 GMT'],
    ['in five minutes', 'Fri, 20 Nov 2026 08:35:00 GMT'],
    ['as date(1) writes it', 'Fri, 20 Nov 2026 08:30:00 UTC'],
  ])('%s is believed', (_, date) => {
    expect(checkSignedDate(date, nowMs)).toEqual({ ok: true, value: undefined })
  })

  it.each([
    ['more than five minutes ago', 'Fri, 20 Nov 2026 08:24:59 GMT', 'clocks differ by more than 5 minutes'],
    ['in more than five minutes', 'Fri, 20 Nov 2026 08:35:01 GMT', 'clocks differ by more than 5 minutes'],
    ['in another form', '2026-11-20T08:30:00Z', 'has to be written like this'],
    ['in another zone', 'Fri, 20 Nov 2026 08:30:00 PST', 'has to be written like this'],
    ['of no month', 'Fri, 20 Nix 2026 08:30:00 GMT', 'has to be written like this'],
  ])('%s is refused', (_, date, sentence) => {
    expect(checkSignedDate(date, nowMs)).toMatchObject({
      ok: false,
      refusal: expect.stringContaining(sentence) as string,
    })
  })
})

describe('the digest', () => {
  const body = Buffer.from('{}')
  const sha256 = 'RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o='
  it.each([
    ['fits', `SHA-256=${sha256}`, undefined],
    ['in small letters fits', `sha-256=${sha256}`, undefined],
    ['among others fits', `MD5=abcd,SHA-256=${sha256}`, undefined],
    ['of another body does not', `SHA-256=${sha256.replace('R', 'S')}`, 'Digest does not fit the body.'],
    ['by another algorithm is refused', `SHA-512=${sha256}`, 'Digest has to be written like this: SHA-256=<base64>.'],
    ['of nothing is refused', '', 'Digest has to be written like this: SHA-256=<base64>.'],
  ])('%s', (_, digest, refusal) => {
    expect(checkDigest(digest, body)).toEqual(
      refusal === undefined ? { ok: true, value: undefined } : { ok: false, refusal },
    )
  })
})
