// Gives a tag another name. When that is another tag's, the two become one.

import { accept, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { tagKey, type AccountId } from '@farport/vocabulary'
import { renameTagInRoles } from '#domains/organizations'
import { requireInAccount, type Actor } from '../../../access/index.ts'
import type { Tx } from '#platform/database'
import type { TagsContext } from '../context.ts'
import { copyDeviceTags } from '../device-tag-store.ts'
import { parseName, type Tag } from '../tag.ts'
import { tagsChanged } from '../tag-events.ts'
import { decideMerging, decideRenaming, keyOf } from '../tag-renaming.ts'
import { deleteTagRows, holdTags, renameTagRow } from '../tag-store.ts'
import { announceTagAccess } from './announce-tag-access.ts'

export interface TagRenamingRequest {
  readonly accountId: AccountId
  readonly from: string
  readonly to: string
}

export function renameTag(context: TagsContext, actor: Actor, request: TagRenamingRequest) {
  return changeName(context, actor, request, decideRenaming)
}

/** The same, except that the other tag has to be there. */
export function mergeTags(context: TagsContext, actor: Actor, request: TagRenamingRequest) {
  return changeName(context, actor, request, decideMerging)
}

async function changeName(
  context: TagsContext,
  actor: Actor,
  { accountId, from, to }: TagRenamingRequest,
  decideChange: typeof decideRenaming,
): Promise<Result<true, Refusal>> {
  const permitted = requireInAccount(actor, 'ADMIN', accountId)
  if (!permitted.ok) return permitted
  const name = parseName(to)
  if (!name.ok) return name
  const [fromKey, toKey] = [keyOf(from) ?? '', tagKey(name.value)]
  return context.database.transaction(async (tx) => {
    const tags = await holdTags(tx, accountId, [fromKey, toKey], 'change')
    const decision = decideChange({ name: name.value, from: tags.get(fromKey), to: tags.get(toKey) }, from)
    if (!decision.ok) return decision
    const change = decision.value
    if (change.deed === 'rename') await renameTagRow(tx, change.tag, change.name)
    else await mergeInto(context, tx, change)
    await renameTagInRoles(tx, accountId, { from: fromKey, to: toKey })
    await context.events.announce(tx, tagsChanged({ accountId, actorId: actor.userId }))
    await announceTagAccess(context, tx, accountId, [toKey])
    return accept(true)
  })
}

async function mergeInto(context: TagsContext, tx: Tx, { from, to }: { from: Tag; to: Tag }): Promise<void> {
  const merge = { accountId: from.accountId, from: from.id, to: to.id }
  await copyDeviceTags(tx, merge)
  for (const watcher of context.watchers) await watcher.tagIsMerged?.(tx, merge)
  await deleteTagRows(tx, from.accountId, [from.id])
}
