// The front door of identity: accounts, sessions, signing in.

import type { Secret } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import { createBudgets } from '#platform/budgets'
import { createBatchLoader, type BatchLoader } from '#platform/batch-loader'
import type { Mailer } from '#platform/mailer'
import type { Platform } from '#platform/platform'
import type { ServerPart } from '../../part.ts'
import { createAuth } from './auth-store.ts'
import type { IdentityContext } from './context.ts'
import type { Account } from './identity.ts'
import { createIdentityResolvers } from './identity-resolvers.ts'
import { addIdentityRoutes } from './identity-routes.ts'
import { accountByEmail, accountsByIds } from './identity-store.ts'
import { ensureOperator, newWelcomePath } from './operations/welcome-operator.ts'
import { createSessions, type AccountSessions } from './session-store.ts'
import { signInBudgets } from './sign-in-budgets.ts'

export type { Account } from './identity.ts'
export type { OutboxMail } from './identity-store.ts'
export { removeExpired } from './identity-store.ts'

export interface Identity {
  part: ServerPart
  sessions: AccountSessions
  /** For one request: accounts by their ids, fetched together. */
  createAccountLoader(): BatchLoader<AccountId, Account>
  accountByEmail(email: string): Promise<Account | undefined>
  /** The person who runs this installation; the account is made at the first start. */
  ensureOperator(): Promise<Account>
  /** A new link that signs the operator in once; undefined when they have a password. */
  newFirstSignInLink(operator: Account): Promise<string | undefined>
}

export interface IdentityOptions {
  platform: Platform
  mailer: Mailer
  publicUrl: string
  /** For signing session tokens. */
  secret: Secret
}

/** Where the end of a session is told: `{sessionId}`. */
export function sessionEndsChannel(accountId: string): string {
  return `session-ends:${accountId}`
}

export function createIdentity({ platform, mailer, publicUrl, secret }: IdentityOptions): Identity {
  const { database, bus, ids, log, clock } = platform
  const { queries } = database
  const auth = createAuth({
    queries,
    ids,
    log,
    publicUrl,
    secret,
    onSessionEnded: ({ id, userId }) => bus.publish(sessionEndsChannel(userId), { sessionId: id }),
  })
  const sessions = createSessions({ queries, clock, secret, isSecure: publicUrl.startsWith('https:') })
  const guard = createBudgets(database, signInBudgets)
  const context: IdentityContext = { ...platform, mailer, publicUrl, auth, guard, sessions }
  return {
    part: {
      resolvers: createIdentityResolvers(context),
      routes: (app) => addIdentityRoutes(app, context),
    },
    sessions,
    createAccountLoader: () => createBatchLoader((keys) => accountsByIds(queries, keys)),
    accountByEmail: (email) => accountByEmail(queries, email),
    ensureOperator: () => ensureOperator({ database, ids }),
    async newFirstSignInLink(operator) {
      const path = await newWelcomePath(operator, { database, clock })
      return path === undefined ? undefined : publicUrl + path
    },
  }
}
