// The clients of the providers that the operator has set up.

import type { Clock } from '@farport/basics'
import type { ProviderId } from '@farport/contract'
import { z } from 'zod'
import type { Log } from '#platform/log'
import { createOpenIdClient } from '#platform/openid-client'
import { createProfileClient } from '#platform/profile-client'
import type { SignInClient } from '#platform/sign-in-client'
import type { ProviderSettings } from '../provider.ts'
import { createAppleSecret } from './make-apple-secret.ts'

export type ProviderClients = ReadonlyMap<ProviderId, SignInClient>

interface Means {
  clock: Clock
  log: Log
}

export function createProviderClients(providers: readonly ProviderSettings[], means: Means): ProviderClients {
  return new Map(providers.map((settings) => [settings.id, createClient(settings, means)]))
}

function createClient(settings: ProviderSettings, { clock, log }: Means): SignInClient {
  const { issuer, clientId } = settings
  switch (settings.id) {
    case 'apple': {
      const clientSecret = createAppleSecret(settings, clock)
      const scope = 'openid email name'
      return createOpenIdClient({ issuer, clientId, clientSecret, clock, log, scope, responseMode: 'form_post' })
    }
    case 'amazon':
      return createAmazonClient(settings, log)
    case 'google':
    case 'okta': {
      const clientSecret = () => settings.clientSecret
      return createOpenIdClient({ issuer, clientId, clientSecret, clock, log, scope: 'openid email profile' })
    }
  }
}

type AmazonSettings = Extract<ProviderSettings, { id: 'amazon' | 'google' | 'okta' }>

/** Its tokens and profiles come from another host than its pages. */
function createAmazonClient({ issuer, clientId, clientSecret }: AmazonSettings, log: Log): SignInClient {
  const api = issuer.href === amazonPages ? amazonApi : issuer.href
  return createProfileClient({
    issuer: issuer.origin,
    clientId,
    clientSecret: () => clientSecret,
    log,
    authorizationEndpoint: new URL('/ap/oa', issuer),
    tokenEndpoint: new URL('/auth/o2/token', api),
    profileEndpoint: new URL('/user/profile', api),
    scope: 'profile',
    readProfile(profile) {
      const { user_id: subject, email } = amazonProfile.parse(profile)
      // Amazon says nothing of whether the address was proven.
      return { subject, email, isEmailVerified: false }
    },
  })
}

const amazonPages = 'https://www.amazon.com/'
const amazonApi = 'https://api.amazon.com/'

const amazonProfile = z.object({ user_id: z.string().min(1).max(255), email: z.string().max(1000).optional() })
