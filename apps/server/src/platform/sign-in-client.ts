// Signing in at somebody else's: what is sent along, what comes back, and what can go wrong. The clients that do it are
// openid-client.ts and profile-client.ts.

import type { Result, Secret } from '@farport/basics'
import {
  allowInsecureRequests,
  AuthorizationResponseError,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type ClientAuth,
  type Configuration,
} from 'openid-client'
import type { Log } from './log.ts'

/** What binds an answer to the question, and to the browser that asked: secrets of one sign-in. */
export interface SignInWords {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  /** Of PKCE (RFC 7636). */
  readonly codeVerifier: string
}

/** Whom the other side means. */
export interface OutsideIdentity {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  /** They say that the address is the person's. */
  readonly isEmailVerified: boolean
}

/** `declined`: by the person, over there. `refused`: what came back proves nothing. */
export type SignInFault = 'unreachable' | 'declined' | 'refused'

export interface SignInClient {
  /** Where the browser is to go. */
  begin(words: SignInWords): Promise<Result<URL, SignInFault>>
  /** Reads what the browser brought back. */
  finish(words: SignInWords, answer: URLSearchParams): Promise<Result<OutsideIdentity, SignInFault>>
}

export interface SignInClientOptions {
  readonly clientId: string
  /** Asked each time: some are made when they are needed. */
  readonly clientSecret: () => Secret
  readonly log: Log
}

/** For one request of ours to them. */
export const signInTimeoutSeconds = 5

/** In the body where the provider takes it there, which leaves no room for how to write it; else as the standard has it. */
export function authenticateBy(clientSecret: () => Secret): ClientAuth {
  return (server, client, body, headers) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = ways.includes('client_secret_post') ? ClientSecretPost : ClientSecretBasic
    authenticate(clientSecret().reveal())(server, client, body, headers)
  }
}

/** Over http:// only where the operator wrote so themselves, for a provider of their own. */
export function permissionsFor(url: URL): ((config: Configuration) => void)[] {
  // oxlint-disable-next-line typescript/no-deprecated -- marked so only that nobody takes it without thinking
  return url.protocol === 'http:' ? [allowInsecureRequests] : []
}

/** The address that the browser was sent back to. */
export function answeredUrl(redirectUri: string, answer: URLSearchParams): URL {
  const url = new URL(redirectUri)
  url.search = answer.toString()
  return url
}

/** Whose fault it was. Of the error only its name and words are told: what caused it may carry tokens. */
export function faultOf(error: unknown, { log }: { log: Log }): SignInFault {
  if (!(error instanceof Error)) throw error
  const { name, message } = error
  const code = 'code' in error ? error.code : undefined
  log.warn({ fault: name, kind: code, reason: message }, 'a sign-in at a provider failed')
  if (error instanceof AuthorizationResponseError) return error.error === 'access_denied' ? 'declined' : 'refused'
  if (error instanceof ClientError) return unreachableCodes.has(String(code)) ? 'unreachable' : 'refused'
  // How fetch says that there is nobody.
  return error instanceof TypeError && message === 'fetch failed' ? 'unreachable' : 'refused'
}

const unreachableCodes = new Set(['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'])
