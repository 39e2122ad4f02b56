// Codes of authenticator apps (RFC 6238): SHA-1, six digits, a new one every 30 seconds.

import { Secret } from '@farport/basics'
import { generateSecret, generateURI, verifySync } from 'otplib'

const stepSeconds = 30

/** In base32, as apps take it. */
export function newAuthenticatorSecret(): Secret {
  return new Secret(generateSecret({ length: 20 }))
}

/** What the QR code says. */
export function authenticatorUri(secret: Secret, account: string): string {
  return generateURI({ issuer: 'Farport', label: account, secret: secret.reveal(), period: stepSeconds })
}

/**
 * The step whose code this is: that of now, or of one before or after, for clocks that differ. Undefined when it is none
 * of theirs. The same code is to be taken once only: whoever asks keeps the step.
 */
export function authenticatorStep(secret: Secret, code: string, nowMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const epoch = Math.floor(nowMs / 1000)
  const checked = verifySync({
    secret: secret.reveal(),
    token: code,
    epoch,
    period: stepSeconds,
    epochTolerance: stepSeconds,
  })
  return checked.valid && 'timeStep' in checked ? checked.timeStep : undefined
}
