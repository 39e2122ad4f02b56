// What the parts of this domain work with.

import type { Secret } from '@farport/basics'
import type { CodeHasher } from '#platform/one-time-codes'
import type { SmsSender } from '#platform/sms'
import type { Mailer } from '#platform/mailer'
import type { Platform } from '#platform/platform'
import type { Seal } from '#platform/seal'
import type { PasswordHashing } from '#platform/password-hashing'
import type { PasskeyChallenges } from './passkeys/passkey-challenges.ts'
import type { ProviderClients } from './providers/operations/provider-clients.ts'
import type { CredentialWatcher } from './sessions/credential-ends.ts'
import type { AccountSessions } from './sessions/account-sessions.ts'
import type { SessionCookies } from './sessions/session-cookies.ts'
import type { SessionTokens } from './sessions/session-tokens.ts'
import type { FactorGuard } from './factors/factor-budgets.ts'
import type { ChallengeCookie } from './sign-in/challenge-cookie.ts'
import type { SignInGuard } from './sign-in-budgets.ts'
import type { SignatureGuard } from './access-keys/signature-guard.ts'

export interface IdentityContext extends Platform {
  mailer: Mailer
  publicUrl: string
  guard: SignInGuard
  /** Those that the operator has set up. */
  providers: ProviderClients
  sessions: AccountSessions
  passwords: PasswordHashing
  tokens: SessionTokens
  cookies: SessionCookies
  /** `cost`: iterations of each of some 256 attempts. */
  captcha: { secret: Secret; cost: number }
  /** What the browser that signs up keeps, until the mailed link is opened there. */
  signUpCookie: ChallengeCookie
  /** What the browser of a newcomer from a provider keeps, until the mailed code is typed there. */
  providerSignUpCookie: ChallengeCookie
  /** How long an access token is good. */
  accessTokenMs: number
  /** Of the secrets of access keys. */
  seal: Seal
  signatureGuard: SignatureGuard
  /** Who brings text messages to phones. */
  sms: SmsSender
  factorGuard: FactorGuard
  /** Of the secrets of authenticator apps. */
  factorSeal: Seal
  /** Of the codes that people type once. */
  codes: CodeHasher
  challengeCookie: ChallengeCookie
  /** What authenticators sign. */
  passkeyChallenges: PasskeyChallenges
  /** What developer keys are derived from. */
  apiKeySecret: Secret<Buffer>
  credentialWatchers: CredentialWatcher[]
}
