// The one secret of an installation, and what is derived from it. A label is for one purpose, and never changes.

import { hkdfSync } from 'node:crypto'
import { Secret } from '@farport/basics'

export type SecretPurpose =
  | 'sessions'
  | 'captcha'
  | 'ticket-signing'
  | 'relay-join'
  | 'access-keys'
  | 'api-keys'
  | 'bus'
  | 'log-links'
  | 'restore-codes'
  | 'webhooks'
  | 'second-factors'
  | 'one-time-codes'
  | 'passkey-challenges'
  | 'demo-copies'

/** 32 bytes that nobody can tell from random without the secret, and that tell nothing about it. */
export function deriveSecret(secret: Secret, purpose: SecretPurpose): Secret<Buffer> {
  const bytes = hkdfSync('sha256', Buffer.from(secret.reveal(), 'base64url'), '', `farport ${purpose} 1`, 32)
  return new Secret(Buffer.from(bytes))
}

/** The same, as text: 43 characters of base64url. */
export function deriveText(secret: Secret, purpose: SecretPurpose): Secret {
  return new Secret(deriveSecret(secret, purpose).reveal().toString('base64url'))
}
