// For tests: an authenticator in software, with the browser before it. It writes its own CBOR, so that what reads it is
// tested against somebody else's hand.

import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { AssertionResponse, RegistrationResponse } from '#platform/webauthn'

export interface CreationOptions {
  challenge: string
  rp: { id?: string; name: string }
  user: { id: string; name: string }
  excludeCredentials?: { id: string }[]
}

export interface RequestOptions {
  challenge: string
  rpId?: string
  allowCredentials?: { id: string }[]
  userVerification?: string
}

/** What is as no honest browser or authenticator does it. */
export interface Deceit {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  crossOrigin?: boolean
  /** It neither asked for a PIN nor looked at a finger. */
  isUnverified?: boolean
  isAbsent?: boolean
  counter?: number
  /** Signs with a key of its own. */
  isForged?: boolean
  userHandle?: string
  format?: string
  statement?: Map<string, Cbor>
}

export interface TestAuthenticator {
  create(options: CreationOptions, deceit?: Deceit): RegistrationResponse
  /** With the newest of its passkeys. */
  get(options: RequestOptions, deceit?: Deceit): AssertionResponse
}

interface Credential {
  id: Buffer
  key: KeyObject
  rpId: string
  userHandle: string
  counter: number
}

/** `counts`: passkeys that are shared between devices do not. */
export function createAuthenticator(origin: string, { counts = true } = {}): TestAuthenticator {
  const credentials: Credential[] = []
  const clientData = (type: string, challenge: string, deceit: Deceit) =>
    Buffer.from(
      JSON.stringify({
        type: deceit.type ?? type,
        challenge: deceit.challenge ?? challenge,
        origin: deceit.origin ?? origin,
        crossOrigin: deceit.crossOrigin ?? false,
      }),
    )

  return {
    create({ challenge, rp, user }, deceit = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const rpId = rp.id ?? new URL(origin).hostname
      const credential = { id: randomBytes(32), key: privateKey, rpId, userHandle: user.id, counter: counts ? 1 : 0 }
      credentials.push(credential)
      const attested = Buffer.concat([Buffer.alloc(16), sized(credential.id), coseKey(publicKey)])
      const authData = Buffer.concat([authenticatorData(credential, { ...deceit, hasKey: true }), attested])
      const attestation = new Map<string, Cbor>([
        ['fmt', deceit.format ?? 'none'],
        ['attStmt', deceit.statement ?? new Map()],
        ['authData', authData],
      ])
      const id = credential.id.toString('base64url')
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, deceit).toString('base64url'),
          attestationObject: encode(attestation).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      }
    },

    get({ challenge }, deceit = {}) {
      const credential = credentials.at(-1)
      if (credential === undefined) throw new Error('the authenticator has no passkey')
      credential.counter = deceit.counter ?? credential.counter + (counts ? 1 : 0)
      const authData = authenticatorData(credential, { ...deceit, hasKey: false })
      const said = clientData('webauthn.get', challenge, deceit)
      const key =
        deceit.isForged === true ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : credential.key
      const signed = Buffer.concat([authData, createHash('sha256').update(said).digest()])
      const id = credential.id.toString('base64url')
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: said.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, key).toString('base64url'),
          userHandle: deceit.userHandle ?? credential.userHandle,
        },
      }
    },
  }
}

/** Whom it is for, what it saw, how often it was used: 37 bytes (WebAuthn, 6.1). */
function authenticatorData(
  { rpId, counter }: Credential,
  { rpId: claimed = rpId, isUnverified = false, isAbsent = false, hasKey }: Deceit & { hasKey: boolean },
): Buffer {
  const state = Buffer.alloc(5)
  state[0] = (isAbsent ? 0 : 1) | (isUnverified ? 0 : 4) | (hasKey ? 64 : 0)
  state.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(claimed).digest(), state])
}

function sized(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 0xff), bytes])
}

/** An ES256 key (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const entries: [number, Cbor][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]
  return encode(new Map(entries))
}

export type Cbor = number | string | Buffer | Cbor[] | Map<string | number, Cbor>

/** As much of RFC 8949 as authenticators need. */
function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encode)])
  const entries = [...value].flatMap(([key, one]) => [encode(key), encode(one)])
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(kind: number, size: number): Buffer {
  const first = kind << 5
  if (size < 24) return Buffer.of(first | size)
  return size < 256 ? Buffer.of(first | 24, size) : Buffer.of(first | 25, size >> 8, size & 0xff)
}
