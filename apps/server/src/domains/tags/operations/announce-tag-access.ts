// What carries these tags has changed, and with it what roles that name them reach.

import { membersByTags } from '#domains/organizations'
import type { AccountId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'
import type { TagsContext } from '../context.ts'

export async function announceTagAccess(
  { accessChanges }: Pick<TagsContext, 'accessChanges'>,
  tx: Tx,
  accountId: AccountId,
  tagKeys: readonly string[],
): Promise<void> {
  const userIds = await membersByTags(tx, accountId, tagKeys)
  await accessChanges.announce(tx, { accountId, userIds })
}
