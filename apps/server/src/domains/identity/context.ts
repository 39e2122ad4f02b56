// What the parts of this domain work with.

import type { Mailer } from '#platform/mailer'
import type { Platform } from '#platform/platform'
import type { Auth } from './auth-store.ts'
import type { AccountSessions } from './session-store.ts'
import type { SignInGuard } from './sign-in-budgets.ts'

export interface IdentityContext extends Platform {
  mailer: Mailer
  publicUrl: string
  auth: Auth
  guard: SignInGuard
  sessions: AccountSessions
}
