// The front door of identity: accounts, sessions, signing in.

import type { Secret } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import { createBudgets } from '#platform/budgets'
import { createBatchLoader, type BatchLoader } from '#platform/batch-loader'
import type { Mailer } from '#platform/mailer'
import type { Platform } from '#platform/platform'
import { createPasswordHashing } from '#platform/password-hashing'
import { createSeal } from '#platform/seal'
import { createCodeHasher } from '#platform/one-time-codes'
import { deriveSecret, deriveText } from '#platform/secrets'
import type { SmsSender } from '#platform/sms'
import { createTokenSigner } from '#platform/signed-tokens'
import type { ServerPart } from '../../part.ts'
import { createAccessKeyResolvers } from './access-keys/access-key-resolvers.ts'
import { authPath } from './auth-path.ts'
import type { IdentityContext } from './context.ts'
import type { CredentialWatcher } from './sessions/credential-ends.ts'
import type { Account } from './identity.ts'
import { createIdentityResolvers } from './identity-resolvers.ts'
import { addIdentityRoutes } from './identity-routes.ts'
import { accountByEmail, accountsByIds } from './identity-store.ts'
import { createInvitations, type Invitations } from './operations/invite-accounts.ts'
import { verifySignature } from './access-keys/operations/verify-signature.ts'
import { ensureOperator, newWelcomePath } from './sign-up/operations/welcome-operator.ts'
import { createPasskeyChallenges } from './passkeys/passkey-challenges.ts'
import { addPasskeyRoutes } from './passkeys/passkey-routes.ts'
import { createProviderClients } from './providers/operations/provider-clients.ts'
import type { ProviderSettings } from './providers/provider.ts'
import { addProviderPageRoutes } from './providers/provider-page-routes.ts'
import { addProviderRoutes } from './providers/provider-routes.ts'
import { openSecondFactors } from './factors/operations/open-second-factors.ts'
import type { AccountSessions } from './sessions/account-sessions.ts'
import { createSessions } from './sessions/operations/find-viewer.ts'
import { createChallengeCookie } from './sign-in/challenge-cookie.ts'
import { createSessionCookies } from './sessions/session-cookies.ts'
import { createSessionTokens } from './sessions/session-tokens.ts'
import { signInBudgets } from './sign-in-budgets.ts'
import { addUserRoutes } from './user-routes.ts'
import { createSignatureGuard, signatureBudgets } from './access-keys/signature-guard.ts'

export { credentialEndsChannel, type CredentialWatcher } from './sessions/credential-ends.ts'
export { parseEmail, type Account } from './identity.ts'
export type { OutboxMail } from './identity-store.ts'
export { accountsByEmails, accountsByIds, isCredentialLive, removeExpired } from './identity-store.ts'
export { removeOldDeviceCodes } from './device-codes/device-code-store.ts'
export { removeExpiredResets } from './passwords/password-reset-store.ts'
export { removeOldSolutions } from './sign-up/captcha-store.ts'
export { removeExpiredRecoveries } from './recovery/recovery-store.ts'
export { removeExpiredChallenges } from './sign-in/challenge-store.ts'
export { removeOldProofCodes } from './factors/proof-code-store.ts'
export { removeOldChallenges } from './passkeys/passkey-store.ts'
export type { ProviderSettings } from './providers/provider.ts'
export { removeOldSignUps } from './providers/provider-sign-up-store.ts'
export { removeOldAttempts } from './providers/provider-store.ts'
export { zoneOf } from './personal.ts'
export { personalOf } from './personal-store.ts'
export { createInvitations, type Invitations } from './operations/invite-accounts.ts'
export { createSessionTokens } from './sessions/session-tokens.ts'
export { signInBudgets } from './sign-in-budgets.ts'
export { setUserAttributes } from './operations/set-user-attributes.ts'

export interface Identity {
  parts: readonly ServerPart[]
  sessions: AccountSessions
  /** For one request: accounts by their ids, fetched together. */
  createAccountLoader(): BatchLoader<AccountId, Account>
  accountByEmail(email: string): Promise<Account | undefined>
  /** The person who runs this installation; the account is made at the first start. */
  ensureOperator(): Promise<Account>
  /** A new link that signs the operator in once; undefined when they have a password. */
  newFirstSignInLink(operator: Account): Promise<string | undefined>
  invitations: Invitations
  /** Effects of the end of sessions and access keys on what stands later in the order. */
  credentialWatchers: CredentialWatcher[]
}

export interface IdentityOptions {
  platform: Platform
  mailer: Mailer
  publicUrl: string
  /** The one secret of this installation, to derive others from. */
  secret: Secret
  /** With whom people may sign in besides us. */
  providers: readonly ProviderSettings[]
  /** How long an access token is good. */
  accessTokenMs: number
  /** Of the captcha: iterations of each attempt. */
  captchaCost: number
  /** Who brings text messages to phones. */
  sms: SmsSender
  /** Of all people together, in a day. */
  smsDailyMax: number
}

export function createIdentity(options: IdentityOptions): Identity {
  const { platform, mailer, publicUrl, secret, accessTokenMs } = options
  const { database, ids, log, clock } = platform
  const { queries } = database
  const seal = createSeal(deriveSecret(secret, 'access-keys'))
  const signatureGuard = createSignatureGuard(createBudgets(database, signatureBudgets), clock)
  const tokens = createSessionTokens(createTokenSigner(deriveSecret(secret, 'sessions')))
  const cookies = createSessionCookies(publicUrl.startsWith('https:'), authPath)
  const sessions = createSessions({
    ...platform,
    tokens,
    cookies,
    viewerOfSignature: (call) => verifySignature(call, { database, clock, log, seal, signatureGuard }),
  })
  const context: IdentityContext = {
    ...platform,
    mailer,
    publicUrl,
    guard: createBudgets(database, signInBudgets),
    providers: createProviderClients(options.providers, platform),
    sessions,
    passwords: createPasswordHashing(),
    tokens,
    cookies,
    accessTokenMs,
    captcha: { secret: deriveText(secret, 'captcha'), cost: options.captchaCost },
    signUpCookie: createChallengeCookie('sign-up', publicUrl.startsWith('https:'), authPath),
    providerSignUpCookie: createChallengeCookie('provider-sign-up', publicUrl.startsWith('https:'), authPath),
    seal,
    signatureGuard,
    passkeyChallenges: createPasskeyChallenges(createCodeHasher(deriveSecret(secret, 'passkey-challenges'))),
    apiKeySecret: deriveSecret(secret, 'api-keys'),
    sms: options.sms,
    ...openSecondFactors({ database, ...options }),
    credentialWatchers: [],
  }
  return {
    parts: [
      { resolvers: createIdentityResolvers(context), routes: (app) => addIdentityRoutes(app, context) },
      { resolvers: createAccessKeyResolvers(context), routes: (app) => addUserRoutes(app, context) },
      { routes: (app) => addPasskeyRoutes(app, context) },
      { routes: (app) => addProviderRoutes(app, context) },
      { routes: (app) => addProviderPageRoutes(app, context) },
    ],
    sessions,
    createAccountLoader: () => createBatchLoader((keys) => accountsByIds(queries, keys)),
    accountByEmail: (email) => accountByEmail(queries, email),
    invitations: createInvitations(context),
    credentialWatchers: context.credentialWatchers,
    ensureOperator: () => ensureOperator({ database, ids }),
    async newFirstSignInLink(operator) {
      const path = await newWelcomePath(operator, { database, clock })
      return path === undefined ? undefined : publicUrl + path
    },
  }
}
