// Signing in with a passkey: asks the server what to sign, has the authenticator sign it, and sends that back.

import { accept, refuse, type Result } from '@farport/basics'
import type { SignInAnswer } from '@farport/contract'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { AuthProblem } from '../../../api/auth-problem.ts'
import { auth } from '../auth-calls.ts'

/** `declined`: the person, or the browser for them, said no, or turned to another way. */
export type PasskeyOutcome = Result<SignInAnswer, AuthProblem> | 'declined'

/** `autofill` waits in the list of suggestions of the field for the address until somebody chooses a passkey there. */
export async function signInByPasskey(way: 'ask' | 'autofill', rememberMe: () => boolean): Promise<PasskeyOutcome> {
  const options = await auth.passkeyOptions()
  if (!options.ok) return options
  const response = await signWithPasskey(options.value, way)
  return response.ok ? auth.signInByPasskey(response.value, rememberMe()) : 'declined'
}

/** What the authenticator has signed, for the server to check. */
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
