// What the parts of this domain work with.

import type { Secret } from '@farport/basics'
import type { Mailer } from '#platform/mailer'
import type { Platform } from '#platform/platform'
import type { Seal } from '#platform/seal'
import type { Auth } from './auth-store.ts'
import type { CredentialWatcher } from './sessions/credential-ends.ts'
import type { AccountSessions } from './sessions/session-store.ts'
import type { SignInGuard } from './sign-in-budgets.ts'
import type { SignatureGuard } from './access-keys/signature-guard.ts'

export interface IdentityContext extends Platform {
  mailer: Mailer
  publicUrl: string
  auth: Auth
  guard: SignInGuard
  sessions: AccountSessions
  /** Of the secrets of access keys. */
  seal: Seal
  signatureGuard: SignatureGuard
  /** What developer keys are derived from. */
  apiKeySecret: Secret<Buffer>
  credentialWatchers: CredentialWatcher[]
}
