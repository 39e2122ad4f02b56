// Signing with a passkey: what the server wants signed goes to the authenticator, and what that has signed goes back.

import { accept, refuse, type Result } from '@farport/basics'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

/**
 * `autofill` waits in the list of suggestions of the field for the address until somebody chooses a passkey there.
 * `declined`: the person, or the browser for them, said no, or turned to another way.
 */
export async function signWithPasskey(options: unknown, way: 'ask' | 'autofill'): Promise<Result<unknown, 'declined'>> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON // what the contract promises
  try {
    return accept(await startAuthentication({ optionsJSON, useBrowserAutofill: way === 'autofill' }))
  } catch (error) {
    // Browsers do not say which it was, so that pages cannot find out what a person has.
    if (error instanceof Error && declinedNames.has(error.name)) return refuse('declined')
    throw error
  }
}

const declinedNames: ReadonlySet<string> = new Set([
  'NotAllowedError',
  'AbortError',
  'InvalidStateError',
  'SecurityError',
])

/** Passkeys need a browser that has them, and a page that nobody can have changed on the way. */
export const canUsePasskeys = () => globalThis.isSecureContext && typeof PublicKeyCredential === 'function'

export async function canSuggestPasskeys(): Promise<boolean> {
  if (!canUsePasskeys() || !('isConditionalMediationAvailable' in PublicKeyCredential)) return false
  return PublicKeyCredential.isConditionalMediationAvailable()
}
