// Signing in at an OpenID provider, by the code flow with PKCE. What the provider says of itself is asked for when it is
// first needed, and kept for a while; one that is down is asked again by the next who comes.

import { accept, refuse, type Clock } from '@farport/basics'
import * as openid from 'openid-client'
import { z } from 'zod'
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

export interface OpenIdClientOptions extends SignInClientOptions {
  readonly issuer: URL
  readonly clock: Clock
  readonly scope: string
  /** How the answer comes back; undefined: in the query. */
  readonly responseMode?: 'form_post'
  /** For issuers that strangers choose. */
  readonly fetch?: openid.CustomFetch
}

const configurationMsMax = 3_600_000

const claimsShape = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(1000).optional(),
  // Apple writes it as text.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).optional(),
})

export function createOpenIdClient(options: OpenIdClientOptions): SignInClient {
  const configuration = createConfigurationCache(options)
  const { scope, responseMode } = options
  return {
    async begin({ redirectUri, state, nonce, codeVerifier }) {
      try {
        const url = openid.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope,
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ...(responseMode === undefined ? {} : { response_mode: responseMode }),
        })
        return accept(url)
      } catch (error) {
        // Nothing has come back yet that could be refused.
        faultOf(error, options)
        return refuse('unreachable')
      }
    },

    async finish({ redirectUri, state, nonce, codeVerifier }, answer) {
      try {
        const config = await configuration()
        const tokens = await openid.authorizationCodeGrant(config, answeredUrl(redirectUri, answer), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        return accept(await readIdentity(config, tokens))
      } catch (error) {
        return refuse(faultOf(error, options))
      }
    },
  }
}

/** One question at a time, whoever waits for the answer. */
function createConfigurationCache(options: OpenIdClientOptions): () => Promise<openid.Configuration> {
  const { clock } = options
  let known: { configuration: Promise<openid.Configuration>; untilMs: number } | undefined
  return () => {
    if (known !== undefined && clock.now() < known.untilMs) return known.configuration
    const asked = { configuration: discover(options), untilMs: clock.now() + configurationMsMax }
    known = asked
    asked.configuration.catch(() => {
      if (known === asked) known = undefined
    })
    return asked.configuration
  }
}

function discover({ issuer, clientId, clientSecret, fetch }: OpenIdClientOptions): Promise<openid.Configuration> {
  return openid.discovery(issuer, clientId, undefined, authenticateBy(clientSecret), {
    timeout: signInTimeoutSeconds,
    execute: [
      // The connection to the token endpoint alone would be believed otherwise.
      openid.enableNonRepudiationChecks,
      ...permissionsFor(issuer),
    ],
    ...(fetch === undefined ? {} : { [openid.customFetch]: fetch }),
  })
}

type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>

async function readIdentity(config: openid.Configuration, tokens: Tokens): Promise<OutsideIdentity> {
  const { issuer, userinfo_endpoint: hasMore } = config.serverMetadata()
  const claims = claimsShape.parse(tokens.claims())
  const isComplete = claims.email !== undefined && claims.email_verified !== undefined
  // Some keep the address out of the token.
  const more =
    isComplete || hasMore === undefined
      ? {}
      : claimsShape.parse(await openid.fetchUserInfo(config, tokens.access_token, claims.sub))
  const { sub, email, email_verified: isVerified } = { ...claims, ...more }
  return { issuer, subject: sub, email, isEmailVerified: isVerified === true }
}
