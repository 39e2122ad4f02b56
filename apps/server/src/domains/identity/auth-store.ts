// better-auth, as we use it: users, passwords and sessions in PostgreSQL. It has no routes of its own here; what clients
// may call is the list in identity-routes.ts.

import { randomUUID } from 'node:crypto'
import type { Secret } from '@farport/basics'
import { betterAuth } from 'better-auth'
import { bearer } from 'better-auth/plugins/bearer'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { Queries } from '#platform/database'
import type { Ids } from '#platform/ids'
import type { Log } from '#platform/log'
import { passwordLengthMax, passwordLengthMin } from './identity.ts'

export type Auth = ReturnType<typeof createAuth>

export interface AuthOptions {
  queries: Queries
  ids: Ids
  log: Log
  publicUrl: string
  secret: Secret
  onSessionEnded: (session: { id: string; userId: string }) => Promise<void>
}

export const authPath = '/auth/v1'
/** The peer's address, as our HTTP side knows it: never what a client says of itself. */
export const peerAddressHeader = 'x-farport-peer'
const sessionSeconds = 30 * 86_400
const sessionRenewedAfterSeconds = 86_400

export function createAuth({ queries, ids, log, publicUrl, secret, onSessionEnded }: AuthOptions) {
  return betterAuth({
    appName: 'Farport',
    baseURL: publicUrl,
    basePath: authPath,
    secret: secret.reveal(),
    telemetry: { enabled: false },
    // Ours counts real peers, and accounts (sign-in-budgets.ts).
    rateLimit: { enabled: false },
    logger: { level: 'warn', log: (level, message) => log[level]({ from: 'better-auth' }, message) },
    database: { db: queries, type: 'postgres', transaction: true, schemaName: 'auth' },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: passwordLengthMin,
      maxPasswordLength: passwordLengthMax,
      revokeSessionsOnPasswordReset: true,
    },
    session: {
      expiresIn: sessionSeconds,
      updateAge: sessionRenewedAfterSeconds,
      // A cached session would outlive a sign-out.
      cookieCache: { enabled: false },
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    user: {
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        language: { type: 'string', required: false, defaultValue: 'en' },
        isOperator: { type: 'boolean', required: false, defaultValue: false, input: false, fieldName: 'is_operator' },
      },
    },
    account: {
      modelName: 'credential',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: { fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' } },
    advanced: {
      cookiePrefix: 'farport',
      useSecureCookies: publicUrl.startsWith('https:'),
      database: { generateId: ({ model }) => (model === 'user' ? ids('a') : randomUUID()) },
      ipAddress: { ipAddressHeaders: [peerAddressHeader] },
    },
    databaseHooks: {
      session: {
        delete: {
          after: async ({ id, userId }) => onSessionEnded({ id, userId }),
        },
      },
    },
    plugins: [bearer({ requireSignature: true }), sessionOpener()],
  })
}

/** Signs somebody in who has proven who they are in another way than by a password. Not reachable from outside. */
function sessionOpener() {
  return {
    id: 'session-opener',
    endpoints: {
      openSession: createAuthEndpoint(
        {
          method: 'POST',
          requireHeaders: true,
          body: z.object({ userId: z.string(), rememberMe: z.boolean() }),
          metadata: { SERVER_ONLY: true },
        },
        async (context) => {
          const user = await context.context.internalAdapter.findUserById(context.body.userId)
          if (user === null) throw new Error('a session for nobody')
          const endsWithBrowser = !context.body.rememberMe
          const session = await context.context.internalAdapter.createSession(user.id, endsWithBrowser)
          await setSessionCookie(context, { session, user }, endsWithBrowser)
          return context.json({ userId: user.id })
        },
      ),
    },
  }
}
