// The domains that stand on identity, put together: foundations first.

import type { Secret } from '@farport/basics'
import type { Account, Identity } from '#domains/identity'
import type { Platform } from '#platform/platform'
import type { DemoService, Role } from './config.ts'
import type { ServerPart } from './part.ts'

export interface DomainsOptions {
  platform: Platform
  identity: Identity
  publicUrl: string
  /** The one secret of this installation, to derive others from (`#platform/secrets`). */
  secret: Secret
  roles: readonly Role[]
}

export interface Domains {
  /** In the order of the law of imports. */
  parts: readonly ServerPart[]
  /** A code that registers the demo device with these services; undefined while the operator has that device. */
  demoRegistrationCode(operator: Account, services: readonly DemoService[]): Promise<string | undefined>
}

export async function createDomains(_options: DomainsOptions): Promise<Domains> {
  return { parts: [], demoRegistrationCode: async () => undefined }
}
