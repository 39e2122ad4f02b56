// Who may tag what.

import type { AccountId } from '@farport/vocabulary'
import { actsFor, decide, decideInAccount, type Actor, type ResourceFacts, type Verdict } from '../../access/index.ts'

export const tagPolicy = {
  /** Making tags, changing them, putting them on things. */
  administer: (actor: Actor, accountId: AccountId): Verdict => decideInAccount(actor, 'ADMIN', accountId),
  /** The tags of an account are for its members. */
  view: (actor: Actor, accountId: AccountId): Verdict => decideInAccount(actor, 'VIEW', accountId),
  /** An account tags its own devices; a person also those that are shared with them. */
  tagDevice(actor: Actor, accountId: AccountId, device: ResourceFacts): Verdict {
    const seen = decide(actor, 'VIEW', device)
    if (!seen.allowed) return seen
    const isShared = accountId === actor.userId && device.share !== undefined
    if (device.accountId === accountId || isShared) return tagPolicy.administer(actor, accountId)
    return { allowed: false, code: 'forbidden', reason: 'The device is neither of this account nor shared with it.' }
  },
  /** Whose tags of a device are shown when nobody says whose: its own account's to members, to guests their own. */
  usualAccount: (actor: Actor, device: { readonly accountId: AccountId }): AccountId =>
    actsFor(actor, device.accountId) ? device.accountId : actor.userId,
}
