// GraphQL ⇄ access keys and the developer key. Nobody sees those of anybody else.

import type { AccountId } from '@farport/vocabulary'
import { requireViewer, type Context, type Viewer } from '../../../graphql/context.ts'
import { orRefuse, refusalError } from '../../../graphql/refusal.ts'
import type { Resolvers } from '../../../../generated/resolvers.ts'
import type { AccessKey } from './access-key.ts'
import { accessKeysOf } from './access-key-store.ts'
import type { IdentityContext } from '../context.ts'
import { createAccessKey } from './operations/create-access-key.ts'
import { deleteAccessKey } from './operations/delete-access-key.ts'
import { deriveApiKey } from './operations/derive-account-words.ts'
import { updateAccessKey } from './operations/update-access-key.ts'
import { personalOf } from '../personal-store.ts'
import { hasProven } from '../sessions/require-proof.ts'

export function createAccessKeyResolvers(means: IdentityContext): Resolvers {
  const { queries } = means.database
  return {
    User: {
      accessKeys: async ({ id }, _args, context) => {
        requireSelf(context, id)
        return (await accessKeysOf(queries, id)).map(present)
      },
      apiKey: async ({ id }, _args, context) => {
        requireSelf(context, id)
        const personal = await personalOf(queries, id)
        if (personal === undefined) return null
        const key = deriveApiKey(means.apiKeySecret, { id, madeAt: personal.apiKeyAt })
        return { key: key.reveal(), updated: personal.apiKeyAt }
      },
    },
    Mutation: {
      createAccessKey: async (_parent, _args, context) => {
        const viewer = requireViewer(context)
        requireProofOf(viewer)
        const { id, secret } = orRefuse(await createAccessKey(means, viewer))
        return { key: id, secret: secret.reveal().toString('base64') }
      },
      updateAccessKey: async (_parent, { key, enabled }, context) => {
        const request = { key, isEnabled: enabled }
        return present(orRefuse(await updateAccessKey(means, requireViewer(context).accountId, request)))
      },
      deleteAccessKey: async (_parent, { key }, context) =>
        orRefuse(await deleteAccessKey(means, requireViewer(context).accountId, { key })),
    },
  }

  /** A thief of a session could stay by a key. Programs that have one already exchange it by themselves, and the person is told. */
  function requireProofOf(viewer: Viewer): void {
    if (viewer.credential.kind === 'access-key' || hasProven(viewer, means.clock.now())) return
    throw refusalError({ code: 'PROOF_NEEDED', message: 'Please prove once more that it is you.' })
  }
}

function requireSelf(context: Context, id: AccountId): void {
  if (requireViewer(context).accountId === id) return
  throw refusalError({ code: 'FORBIDDEN', message: 'Only the person themself may see their keys.' })
}

function present({ id, isEnabled, createdAt, lastUsedAt }: AccessKey) {
  return { key: id, enabled: isEnabled, created: createdAt, lastUsed: lastUsedAt ?? null }
}
