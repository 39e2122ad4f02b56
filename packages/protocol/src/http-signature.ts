// Requests that are signed with an access key, as draft-cavage-http-signatures writes them:
//
//   Authorization: Signature keyId="…",algorithm="hmac-sha256",headers="(request-target) host date",signature="…"
//
// The signature is base64(HMAC-SHA256(secret, text)). The text has a line for each name in `headers`, in that order:
// `(request-target): post /graphql/v1` for the method and the path as they stand in the request line, and `name: value`
// for a header. `(request-target)`, `host` and `date` have to be among them; `digest` makes the body part of it.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'

export interface HttpSignature {
  readonly keyId: string
  /** What is signed, lower-cased, in the order of its lines. */
  readonly names: readonly string[]
  readonly signature: Buffer
}

export interface SignableRequest {
  readonly method: string
  /** As in the request line: path and query. */
  readonly target: string
  /** By lower-cased names. Several values: the header was sent several times. */
  readonly headers: ReadonlyMap<string, readonly string[]>
}

const requestTarget = '(request-target)'
const namesRequired = [requestTarget, 'host', 'date'] as const
const namesMax = 16
const authorizationLengthMax = 4096
export const signatureDriftMsMax = 5 * 60_000

const scheme = /^signature +/i
const parameter = /([A-Za-z]+)=(?:"([^"\\]*)"|(\d{1,16}))/y
const separator = / *, */y
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/
/** 32 bytes in base64. */
const hmacText = /^[A-Za-z0-9+/]{43}=$/
/** Some programs write UTC where HTTP says GMT. */
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2}) (GMT|UTC)$/
const digestPart = /^([A-Za-z0-9-]+)=([A-Za-z0-9+/]+={0,2})$/

const malformed =
  'The Authorization header is not written as: Signature keyId="…",algorithm="hmac-sha256",headers="…",signature="…".'

export function isHttpSignature(authorization: string | undefined): authorization is string {
  return authorization !== undefined && scheme.test(authorization)
}

/** Refused with a sentence, as are the checks below. Parameters that are not known are passed over, as the draft says. */
export function parseHttpSignature(authorization: string): Result<HttpSignature, string> {
  if (authorization.length > authorizationLengthMax) return refuse('The Authorization header is too long.')
  const parameters = parseParameters(authorization.replace(scheme, '').trim())
  if (!parameters.ok) return parameters
  const [keyId, algorithm, headers, signature] = ['keyId', 'algorithm', 'headers', 'signature'].map((name) =>
    parameters.value.get(name),
  )
  if (keyId === undefined || algorithm === undefined || headers === undefined || signature === undefined) {
    return refuse(malformed)
  }
  if (algorithm !== 'hmac-sha256') return refuse('The algorithm of the signature has to be hmac-sha256.')
  if (!hmacText.test(signature)) return refuse('The signature has to be 32 bytes in base64.')
  const names = parseNames(headers)
  return names.ok ? accept({ keyId, names: names.value, signature: Buffer.from(signature, 'base64') }) : names
}

/** The text that is signed. */
export function signedText(names: readonly string[], request: SignableRequest): Result<string, string> {
  const lines: string[] = []
  for (const name of names) {
    const [value, ...others] = valuesOf(name, request)
    if (value === undefined) return refuse(`The signature covers ${name}, which the request does not have.`)
    if (others.length > 0) return refuse(`The signature covers ${name}, which the request has more than once.`)
    lines.push(`${name}: ${value}`)
  }
  return accept(lines.join('\n'))
}

export function checkSignedDate(date: string, nowMs: number): Result<undefined, string> {
  const moment = httpDate.exec(date)?.[2]
  const dateMs = moment === undefined ? Number.NaN : Date.parse(`${moment} GMT`)
  if (Number.isNaN(dateMs)) return refuse('Date has to be written like this: Fri, 20 Nov 2026 08:30:00 GMT.')
  if (Math.abs(dateMs - nowMs) <= signatureDriftMsMax) return accept(undefined)
  const here = new Date(nowMs).toUTCString()
  return refuse(`The clocks differ by more than 5 minutes: Date says ${date}, and here it is ${here}.`)
}

/** `Digest: SHA-256=…` against the body. */
export function checkDigest(digest: string, body: Uint8Array): Result<undefined, string> {
  const parts = digest.split(',').map((part) => digestPart.exec(part.trim()))
  const given = parts.find((part) => part?.[1]?.toLowerCase() === 'sha-256')?.[2]
  if (given === undefined) return refuse('Digest has to be written like this: SHA-256=<base64>.')
  const expected = createHash('sha256').update(body).digest('base64')
  return given === expected ? accept(undefined) : refuse('Digest does not fit the body.')
}

/** Takes as long for a wrong signature as for a right one. */
export function isSignedWith(secret: Uint8Array, text: string, signature: Buffer): boolean {
  const expected = createHmac('sha256', secret).update(text).digest()
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}

/** The value of the Authorization header. Throws when the request lacks what is to be signed. */
export function signRequest(
  key: { keyId: string; secret: Uint8Array },
  names: readonly string[],
  request: SignableRequest,
): string {
  const text = signedText(names, request)
  if (!text.ok) throw new Error(text.refusal)
  const signature = createHmac('sha256', key.secret).update(text.value).digest('base64')
  return `Signature keyId="${key.keyId}",algorithm="hmac-sha256",headers="${names.join(' ')}",signature="${signature}"`
}

function parseParameters(text: string): Result<ReadonlyMap<string, string>, string> {
  const parameters = new Map<string, string>()
  for (let at = 0; at < text.length;) {
    parameter.lastIndex = at
    const [all, name, quoted, number] = parameter.exec(text) ?? []
    if (all === undefined || name === undefined) return refuse(malformed)
    if (parameters.has(name)) return refuse(`The Authorization header has ${name} twice.`)
    parameters.set(name, quoted ?? number ?? '')
    at += all.length
    if (at === text.length) break
    separator.lastIndex = at
    const [between] = separator.exec(text) ?? []
    if (between === undefined || at + between.length === text.length) return refuse(malformed)
    at += between.length
  }
  return accept(parameters)
}

function parseNames(headers: string): Result<string[], string> {
  const names = headers.toLowerCase().split(' ')
  if (names.length > namesMax) return refuse(`A signature covers at most ${namesMax} headers.`)
  const strange = names.find((name) => name !== requestTarget && !headerName.test(name))
  if (strange !== undefined) return refuse(`A signature cannot cover "${strange.slice(0, 40)}".`)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return refuse(`The signature covers ${twice} twice.`)
  const missing = namesRequired.filter((name) => !names.includes(name))
  if (missing.length > 0) return refuse(`The signature has to cover ${missing.join(' and ')}, too.`)
  return accept(names)
}

function valuesOf(name: string, { method, target, headers }: SignableRequest): readonly string[] {
  return name === requestTarget ? [`${method.toLowerCase()} ${target}`] : (headers.get(name) ?? [])
}
