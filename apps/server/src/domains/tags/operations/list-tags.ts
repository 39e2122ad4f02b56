// The tags of an account, for its members.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { actsFor, noSuchAccount, type Actor } from '../../../access/index.ts'
import type { TagsContext } from '../context.ts'
import type { Tag } from '../tag.ts'
import { tagPolicy } from '../tag-policy.ts'
import { tagsOfAccount } from '../tag-store.ts'

/** Newest first. A member whose role is gone sees none. */
export async function listTags(
  context: TagsContext,
  actor: Actor,
  accountId: AccountId,
): Promise<Result<Tag[], Refusal>> {
  if (!actsFor(actor, accountId)) return refuse(noSuchAccount)
  if (!tagPolicy.view(actor, accountId).allowed) return accept([])
  return accept(await tagsOfAccount(context.database.queries, accountId))
}
