// People of other accounts who use devices and networks of this one, in the order in which their accounts were made.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { accountRefusal, type Actor } from '../../../access/index.ts'
import type { OrganizationsContext } from '../context.ts'
import { parseGuestPage, type Guest, type GuestWish } from '../guest.ts'
import { guestsOf } from '../guest-store.ts'
import { organizationPolicy } from '../organization-policy.ts'
import { invalid } from '../organization-refusal.ts'

export async function listGuests(
  { database }: OrganizationsContext,
  actor: Actor,
  accountId: AccountId,
  wish: GuestWish,
): Promise<Result<Guest[], Refusal>> {
  const verdict = organizationPolicy.seeGuests(actor, accountId)
  if (!verdict.allowed) return refuse(accountRefusal(verdict))
  const page = parseGuestPage(accountId, wish)
  if (!page.ok) return refuse(invalid(page.refusal))
  return accept(await guestsOf(database.queries, actor, page.value))
}
