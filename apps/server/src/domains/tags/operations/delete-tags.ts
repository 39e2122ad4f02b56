// Deletes tags, wherever they were put. Roles go on naming them: what has to carry one of them reaches nothing.

import { accept, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { requireInAccount, type Actor } from '../../../access/index.ts'
import type { TagsContext } from '../context.ts'
import { parseKnownTagKeys } from '../tag.ts'
import { tagsChanged } from '../tag-events.ts'
import { deleteTagRows, holdTags } from '../tag-store.ts'
import { announceTagAccess } from './announce-tag-access.ts'

/** Names without a tag are no harm. */
export async function deleteTags(
  context: TagsContext,
  actor: Actor,
  request: { accountId: AccountId; names: readonly string[] },
): Promise<Result<true, Refusal>> {
  const { accountId } = request
  const permitted = requireInAccount(actor, 'ADMIN', accountId)
  if (!permitted.ok) return permitted
  const keys = parseKnownTagKeys(request.names)
  if (!keys.ok) return keys
  return context.database.transaction(async (tx) => {
    const tags = [...(await holdTags(tx, accountId, keys.value, 'change')).values()]
    if (tags.length === 0) return accept(true)
    const ids = tags.map((tag) => tag.id)
    await deleteTagRows(tx, accountId, ids)
    await context.events.announce(tx, tagsChanged({ accountId, actorId: actor.userId }))
    await announceTagAccess(context, tx, accountId, keys.value)
    return accept(true)
  })
}
