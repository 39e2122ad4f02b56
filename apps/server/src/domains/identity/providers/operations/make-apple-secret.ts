// The client secret that Apple wants: a token that we sign, and that is good for a few minutes.

import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { Secret, type Clock } from '@farport/basics'
import type { ProviderSettings } from '../provider.ts'

const secondsMax = 300

/** Throws when the key is none; the configuration has looked before. */
export function createAppleSecret(settings: Extract<ProviderSettings, { id: 'apple' }>, clock: Clock): () => Secret {
  const key = createPrivateKey(settings.privateKey.reveal())
  return () => makeAppleSecret(settings, key, Math.floor(clock.now() / 1000))
}

function makeAppleSecret(
  { issuer, clientId, teamId, keyId }: Extract<ProviderSettings, { id: 'apple' }>,
  key: KeyObject,
  nowSeconds: number,
): Secret {
  const header = { alg: 'ES256', kid: keyId, typ: 'JWT' }
  const claims = { iss: teamId, iat: nowSeconds, exp: nowSeconds + secondsMax, aud: issuer.origin, sub: clientId }
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return new Secret(`${signed}.${signature.toString('base64url')}`)
}
