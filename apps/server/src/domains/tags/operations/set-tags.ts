// Makes tags, and changes the colours of those that exist.

import { accept, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { tagKey, type AccountId } from '@farport/vocabulary'
import { requireInAccount, type Actor } from '../../../access/index.ts'
import type { TagsContext } from '../context.ts'
import { parseTags, type TagArguments } from '../tag.ts'
import { tagsChanged } from '../tag-events.ts'
import { saveColors } from '../tag-store.ts'
import { ensureTags } from './ensure-tags.ts'

export async function setTags(
  context: TagsContext,
  actor: Actor,
  request: { accountId: AccountId; tags: readonly TagArguments[] },
): Promise<Result<true, Refusal>> {
  const { accountId } = request
  const permitted = requireInAccount(actor, 'ADMIN', accountId)
  if (!permitted.ok) return permitted
  const wishes = parseTags(request.tags)
  if (!wishes.ok) return wishes
  const colorByKey = new Map(wishes.value.map((wish) => [tagKey(wish.name), wish.color]))
  return context.database.transaction(async (tx) => {
    const tags = await ensureTags(context, tx, accountId, wishes.value)
    if (!tags.ok) return tags
    const recolored = tags.value.flatMap(({ id, name, color: old }) => {
      const color = colorByKey.get(tagKey(name))
      return color === undefined || color === old ? [] : [{ id, color }]
    })
    if (recolored.length > 0) await saveColors(tx, accountId, recolored)
    await context.events.announce(tx, tagsChanged({ accountId, actorId: actor.userId }))
    return accept(true)
  })
}
