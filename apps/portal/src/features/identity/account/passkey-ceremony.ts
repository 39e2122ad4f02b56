// Makes passkeys with the browser. The options come from the server, and what comes of them goes back to it.

import { WebAuthnError, startRegistration, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'

export type NewPasskey =
  | { kind: 'made'; response: unknown }
  /** This authenticator has one for the account already. */
  | { kind: 'known' }
  /** The person, or the browser for them, said no. */
  | { kind: 'cancelled' }

export async function makePasskey(options: unknown): Promise<NewPasskey> {
  try {
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON // as the contract says
    return { kind: 'made', response: await startRegistration({ optionsJSON }) }
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      return { kind: 'known' }
    if (isRefusal(error)) return { kind: 'cancelled' }
    throw error
  }
}

/** Browsers do not tell why: cancelled, too late, and not found look alike. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(error.name)
}
