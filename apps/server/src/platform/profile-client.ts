// Signing in at a provider that knows no OpenID: OAuth 2 with PKCE, and a profile that the access token opens.

import { accept, refuse } from '@farport/basics'
import * as openid from 'openid-client'
import {
  answeredUrl,
  authenticateBy,
  faultOf,
  permissionsFor,
  signInTimeoutSeconds,
  type OutsideIdentity,
  type SignInClient,
  type SignInClientOptions,
} from './sign-in-client.ts'

export interface ProfileClientOptions extends SignInClientOptions {
  /** What stands for the provider beside its subjects. */
  readonly issuer: string
  readonly authorizationEndpoint: URL
  readonly tokenEndpoint: URL
  readonly profileEndpoint: URL
  readonly scope: string
  /** Throws when it is no profile. */
  readonly readProfile: (profile: unknown) => Omit<OutsideIdentity, 'issuer'>
}

export function createProfileClient(options: ProfileClientOptions): SignInClient {
  const { issuer, scope, profileEndpoint, readProfile } = options
  const config = configurationOf(options)
  return {
    async begin({ redirectUri, state, codeVerifier }) {
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return accept(url)
    },

    async finish({ redirectUri, state, codeVerifier }, answer) {
      try {
        const checks = { expectedState: state, pkceCodeVerifier: codeVerifier }
        const tokens = await openid.authorizationCodeGrant(config, answeredUrl(redirectUri, answer), checks)
        const profile = await openid.fetchProtectedResource(config, tokens.access_token, profileEndpoint, 'GET')
        if (!profile.ok) throw new Error(`the profile was answered with ${profile.status}`)
        return accept({ issuer, ...readProfile(await profile.json()) })
      } catch (error) {
        return refuse(faultOf(error, options))
      }
    },
  }
}

function configurationOf(options: ProfileClientOptions): openid.Configuration {
  const { issuer, clientId, clientSecret, authorizationEndpoint, tokenEndpoint } = options
  const server = {
    issuer,
    authorization_endpoint: authorizationEndpoint.href,
    token_endpoint: tokenEndpoint.href,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  }
  const config = new openid.Configuration(server, clientId, undefined, authenticateBy(clientSecret))
  config.timeout = signInTimeoutSeconds
  for (const allow of permissionsFor(tokenEndpoint)) allow(config)
  return config
}
