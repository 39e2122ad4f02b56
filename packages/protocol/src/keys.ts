// Ed25519 keys: 32 raw bytes in base64url on the wire and at rest, KeyObjects in the hand.

import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'

/** What stands before the 32 raw bytes in the DER forms (RFC 8410). */
const seedPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex').toString('base64')
const rawBytes = 32

/** A private key nobody has had before. */
export function generatePrivateKey(): KeyObject {
  return generateKeyPairSync('ed25519').privateKey
}

/** The private key that belongs to these 32 bytes. Throws on any other length. */
export function privateKeyFromSeed(seed: Uint8Array): KeyObject {
  if (seed.length !== rawBytes) throw new RangeError(`an Ed25519 seed has ${rawBytes} bytes, not ${seed.length}`)
  return createPrivateKey({ key: Buffer.concat([seedPrefix, seed]), format: 'der', type: 'pkcs8' })
}

/** The 32 bytes to keep in order to have this private key again. They are a secret. */
export function seedOf(privateKey: KeyObject): Buffer {
  return privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-rawBytes)
}

/** The public key, of a private or public one, as it travels: 43 characters. */
export function publicKeyText(key: KeyObject): string {
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError(`an Ed25519 key is needed, not ${key.asymmetricKeyType}`)
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  // The raw bytes by themselves: as DER they would take 25 times as long.
  const { x } = publicKey.export({ format: 'jwk' })
  if (x === undefined) throw new TypeError('an Ed25519 key has a point')
  return x
}

/** The key that the text names, or undefined when it names none. */
export function publicKeyFromText(text: string): KeyObject | undefined {
  const raw = decodeBase64url(text)
  if (raw?.length !== rawBytes) return undefined
  // PEM, because Node throws and catches four errors inside before it takes an object: three times as long.
  return createPublicKey(
    `-----BEGIN PUBLIC KEY-----\n${publicPrefix}${raw.toString('base64')}\n-----END PUBLIC KEY-----`,
  )
}

/** The signature over a text, in base64url. */
export function signText(privateKey: KeyObject, text: string): string {
  return sign(null, Buffer.from(text), privateKey).toString('base64url')
}

/** Whether the key in `publicKey` made the signature over the text. Anything malformed is a no. */
export function verifyText(publicKey: string, text: string, signature: string): boolean {
  const key = publicKeyFromText(publicKey)
  const bytes = decodeBase64url(signature)
  return key !== undefined && bytes?.length === 64 && verify(null, Buffer.from(text), key, bytes)
}

/** The bytes, or undefined unless the text is exactly what encoding them gives: one value has one text. */
export function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}
