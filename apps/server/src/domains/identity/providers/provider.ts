// With whom people may sign in besides us: what an operator sets for each, and how they are named. Pure.

import type { Secret } from '@farport/basics'
import type { ProviderId } from '@farport/contract'

interface Registered {
  /** An address that says whom to ask, and what stands beside every subject there. */
  issuer: URL
  clientId: string
}

export type ProviderSettings =
  | (Registered & { id: 'google' | 'amazon' | 'okta'; clientSecret: Secret })
  /** Its client secret is a token, signed with this key (PKCS #8, PEM) when it is needed. */
  | (Registered & { id: 'apple'; teamId: string; keyId: string; privateKey: Secret })

/** In the order of the buttons. */
export const providerIds: readonly ProviderId[] = ['google', 'apple', 'amazon', 'okta']

export const providerNames: Readonly<Record<ProviderId, string>> = {
  google: 'Google',
  apple: 'Apple',
  amazon: 'Amazon',
  okta: 'Okta',
}

export function isProviderId(text: string): text is ProviderId {
  return providerIds.some((id) => id === text)
}

/** Under /auth/v1. What the operator tells the provider is this with the public URL before it. */
export function callbackPath(id: ProviderId): string {
  return `/provider/${id}/callback`
}
