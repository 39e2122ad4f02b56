// GraphQL ⇄ accounts. A user is handed on as an id; what it is, is fetched for all users of an answer together.

import { parseId, type AccountId } from '@farport/vocabulary'
import { actsFor, noSuchAccount } from '../../access/index.ts'
import { requireActor } from '../../graphql/actor.ts'
import { requireViewer, type Context, type KnownUser } from '../../graphql/context.ts'
import { orRefuse, refusalError } from '../../graphql/refusal.ts'
import type { Resolvers } from '../../../generated/resolvers.ts'
import { accountByEmail, hasPassword, newestMails } from './identity-store.ts'
import type { IdentityContext } from './context.ts'
import { createAccount } from './operations/create-account.ts'
import { deriveAuthhash } from './access-keys/operations/derive-account-words.ts'
import { updateAccount } from './operations/update-account.ts'
import { personalOf } from './personal-store.ts'

const outboxSizeMax = 500

export function createIdentityResolvers(means: IdentityContext): Resolvers {
  const { database, mailer, publicUrl } = means
  /** What is personal is for the person alone. */
  const own = (context: Context, id: AccountId) =>
    requireViewer(context).accountId === id ? personalOf(database.queries, id) : undefined
  return {
    Query: {
      login: (_parent, _args, context) => ({ id: requireViewer(context).accountId }),
    },
    User: {
      email: ({ id }, _args, context) => emailOf(context, id),
      created: async ({ id }, _args, context) => (await account(context, id)).createdAt,
      language: async ({ id }, _args, context) => (await account(context, id)).language,
      operator: async ({ id }, _args, context) => (await account(context, id)).isOperator,
      timezone: async ({ id }, _args, context) => (await own(context, id))?.timezone ?? null,
      attributes: async ({ id }, _args, context) => (await own(context, id))?.attributes ?? {},
      authhash: ({ id }) => deriveAuthhash(means.apiKeySecret, id),
      yoicsId: ({ id }) => id,
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
    Mutation: {
      createAccount: async (_parent, { email }, context) => {
        const by = await account(context, requireViewer(context).accountId)
        const { id } = orRefuse(await createAccount(means, { email, by }))
        return { id }
      },
      updateAccount: async (_parent, wish, context) => {
        const { accountId: id } = requireViewer(context)
        orRefuse(await updateAccount(means, id, wish))
        return { id }
      },
    },
    System: {
      publicUrl: () => publicUrl,
      canSendMail: () => mailer.canSend,
      outbox: (_parent, { id, size }, context) => {
        if (!requireViewer(context).isOperator) {
          throw refusalError({
            code: 'FORBIDDEN',
            message: 'Only the operator of this installation may read its mail.',
          })
        }
        const sizeWanted = Math.min(Math.max(size ?? 50, 1), outboxSizeMax)
        return newestMails(database.queries, { id: id ?? undefined, size: sizeWanted })
      },
    },
  }
}

/** The viewer's own is known already. */
function emailOf(context: Context, id: AccountId): string | Promise<string> {
  const { viewer } = context
  return viewer?.accountId === id ? viewer.email : account(context, id).then(({ email }) => email)
}

async function account(context: Context, id: AccountId): Promise<KnownUser> {
  const found = await context.accounts.load(id)
  if (found === undefined) throw new Error(`a user was handed on that does not exist: ${id}`)
  return found
}
