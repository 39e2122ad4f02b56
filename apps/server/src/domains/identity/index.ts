// The front door of identity: accounts, sessions, signing in.

import type { Secret } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import { createBudgets } from '#platform/budgets'
import { createBatchLoader, type BatchLoader } from '#platform/batch-loader'
import type { Mailer } from '#platform/mailer'
import type { Platform } from '#platform/platform'
import { createSeal } from '#platform/seal'
import { deriveSecret, deriveText } from '#platform/secrets'
import type { ServerPart } from '../../part.ts'
import { createAccessKeyResolvers } from './access-keys/access-key-resolvers.ts'
import { createAuth } from './auth-store.ts'
import type { IdentityContext } from './context.ts'
import type { CredentialWatcher } from './sessions/credential-ends.ts'
import type { Account } from './identity.ts'
import { createIdentityResolvers } from './identity-resolvers.ts'
import { addIdentityRoutes } from './identity-routes.ts'
import { accountByEmail, accountsByIds } from './identity-store.ts'
import { createInvitations, type Invitations } from './operations/invite-accounts.ts'
import { sessionHasEnded } from './sessions/operations/end-credential.ts'
import { verifySignature } from './access-keys/operations/verify-signature.ts'
import { ensureOperator, newWelcomePath } from './sign-up/operations/welcome-operator.ts'
import { createSessions, type AccountSessions } from './sessions/session-store.ts'
import { signInBudgets } from './sign-in-budgets.ts'
import { addUserRoutes } from './user-routes.ts'
import { createSignatureGuard, signatureBudgets } from './access-keys/signature-guard.ts'

export { credentialEndsChannel, type CredentialWatcher } from './sessions/credential-ends.ts'
export { parseEmail, type Account } from './identity.ts'
export type { OutboxMail } from './identity-store.ts'
export { accountsByEmails, accountsByIds, isCredentialLive, removeExpired } from './identity-store.ts'
export { zoneOf } from './personal.ts'
export { personalOf } from './personal-store.ts'
export { createInvitations, type Invitations } from './operations/invite-accounts.ts'
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
}

export function createIdentity({ platform, mailer, publicUrl, secret }: IdentityOptions): Identity {
  const { database, ids, log, clock } = platform
  const { queries } = database
  const sessionSecret = deriveText(secret, 'sessions')
  const auth = createAuth({
    queries,
    ids,
    log,
    publicUrl,
    secret: sessionSecret,
    onSessionEnded: ({ id, userId }) => sessionHasEnded(context, { id, userId: userId as AccountId }), // made by us
  })
  const seal = createSeal(deriveSecret(secret, 'access-keys'))
  const signatureGuard = createSignatureGuard(createBudgets(database, signatureBudgets), clock)
  const sessions = createSessions({
    queries,
    clock,
    secret: sessionSecret,
    isSecure: publicUrl.startsWith('https:'),
    viewerOfSignature: (call) => verifySignature(call, { database, clock, log, seal, signatureGuard }),
  })
  const context: IdentityContext = {
    ...platform,
    mailer,
    publicUrl,
    auth,
    guard: createBudgets(database, signInBudgets),
    sessions,
    seal,
    signatureGuard,
    apiKeySecret: deriveSecret(secret, 'api-keys'),
    credentialWatchers: [],
  }
  return {
    parts: [
      { resolvers: createIdentityResolvers(context), routes: (app) => addIdentityRoutes(app, context) },
      { resolvers: createAccessKeyResolvers(context), routes: (app) => addUserRoutes(app, context) },
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
