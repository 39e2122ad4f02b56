// A tag has another name, or has become part of another: roles that named it name that one. Access is asked for by
// whoever renames the tag.

import { tagKey, type AccountId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'
import { replaceTagKeyInRoles } from '../role-tag-store.ts'

export async function renameTagInRoles(
  tx: Tx,
  accountId: AccountId,
  names: { readonly from: string; readonly to: string },
): Promise<void> {
  const keys = { from: tagKey(names.from), to: tagKey(names.to) }
  if (keys.from !== keys.to) await replaceTagKeyInRoles(tx, accountId, keys)
}
