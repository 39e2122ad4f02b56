// The tags of these names, held so that they can be put on things; those that do not exist yet are made.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { tagKey, type AccountId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'
import type { TagMeans } from '../context.ts'
import { parseTags, refuseTooMany, withColors, type Tag, type TagWish } from '../tag.ts'
import { colorCounts, holdTags, insertTags } from '../tag-store.ts'

/** The wishes were parsed, so that each tag stands there once. Tags that exist stay as they are. */
export async function ensureTags(
  means: TagMeans,
  tx: Tx,
  accountId: AccountId,
  wishes: readonly TagWish[],
): Promise<Result<Tag[], Refusal>> {
  if (wishes.length === 0) return accept([])
  const known = await holdTags(tx, accountId, wishes.map(keyOfWish), 'stay')
  const missing = wishes.filter((wish) => !known.has(keyOfWish(wish)))
  if (missing.length === 0) return accept([...known.values()])
  const counts = await colorCounts(tx, accountId)
  const count = [...counts.values()].reduce((sum, one) => sum + one, 0)
  const tooMany = refuseTooMany(count, missing.length)
  if (tooMany !== undefined) return refuse(tooMany)

  const colored = withColors(missing, counts.keys(), (below) => randomBelow(means, below))
  const createdAt = new Date(means.clock.now())
  const tags = colored.map((tag) => ({ ...tag, id: means.ids('g'), accountId, createdAt }))
  return accept([...known.values(), ...(await insertTags(tx, tags))])
}

export async function ensureTagsByName(
  means: TagMeans,
  tx: Tx,
  accountId: AccountId,
  names: readonly string[],
): Promise<Result<Tag[], Refusal>> {
  const wishes = parseTags(names.map((name) => ({ name })))
  return wishes.ok ? ensureTags(means, tx, accountId, wishes.value) : wishes
}

const keyOfWish = (wish: TagWish): string => tagKey(wish.name)

function randomBelow({ randomBytes }: TagMeans, below: number): number {
  const bytes = randomBytes(4)
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) % below
}
