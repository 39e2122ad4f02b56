// GraphQL ⇄ accounts. A user is handed on as an id; what it is, is fetched for all users of an answer together.

import { parseId, type AccountId } from '@farport/vocabulary'
import { actsFor, noSuchAccount } from '../../access/index.ts'
import { requireActor } from '../../graphql/actor.ts'
import { requireViewer, type Context, type KnownUser } from '../../graphql/context.ts'
import { refusalError } from '../../graphql/refusal.ts'
import type { Resolvers } from '../../../generated/resolvers.ts'
import { accountByEmail, hasPassword, newestMails } from './identity-store.ts'
import type { IdentityContext } from './context.ts'

const outboxSizeMax = 500

export function createIdentityResolvers({ database, mailer, publicUrl }: IdentityContext): Resolvers {
  return {
    Query: {
      login: (_parent, _args, context) => ({ id: requireViewer(context).accountId }),
    },
    User: {
      email: async ({ id }, _args, context) => (await account(context, id)).email,
      created: async ({ id }, _args, context) => (await account(context, id)).createdAt,
      language: async ({ id }, _args, context) => (await account(context, id)).language,
      operator: async ({ id }, _args, context) => (await account(context, id)).isOperator,
      hasPassword: ({ id }) => hasPassword(database.queries, id),
      account: async (_parent, { id, email }, context) => {
        const actor = requireActor(context)
        const byEmail = email ? await accountByEmail(database.queries, email.trim().toLowerCase()) : undefined
        const wanted = id ? parseId('a', id) : email ? byEmail?.id : actor.userId
        const isSame = !id || !email || id === byEmail?.id
        if (wanted !== undefined && isSame && actsFor(actor, wanted)) return { id: wanted }
        throw refusalError(noSuchAccount)
      },
    },
    System: {
      publicUrl: () => publicUrl,
      canSendMail: () => mailer.canSend,
      outbox: (_parent, { size }, context) => {
        if (!requireViewer(context).isOperator) {
          throw refusalError({
            code: 'FORBIDDEN',
            message: 'Only the operator of this installation may read its mail.',
          })
        }
        return newestMails(database.queries, Math.min(Math.max(size ?? 50, 1), outboxSizeMax))
      },
    },
  }
}

async function account(context: Context, id: AccountId): Promise<KnownUser> {
  const found = await context.accounts.load(id)
  if (found === undefined) throw new Error(`a user was handed on that does not exist: ${id}`)
  return found
}
