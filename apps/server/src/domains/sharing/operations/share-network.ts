// Shares a network with people, and ends that.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId, NetworkId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { accountsByEmails, type Account } from '#domains/identity'
import {
  deniedNetwork,
  guestsOfNetworks,
  networkForChange,
  networkPolicy,
  seeNetworks,
  unseenNetwork,
  type SeenNetwork,
} from '#domains/networks'
import type { Tx } from '#platform/database'
import type { SharingContext } from '../context.ts'
import { parseEmailList } from '../email-list.ts'
import { deleteNetworkShares, insertNetworkShares } from '../network-share-store.ts'
import { guestsMax } from '../share.ts'
import { networkShared, type ShareDeed } from '../share-events.ts'
import { leavesOnly, refuseOwnAddresses, tooManyGuests } from '../share-policy.ts'
import { inviterOf, noMails, prepareMails, type PreparedMails } from './mail-shares.ts'

export interface NetworkShareRequest {
  readonly networkId: NetworkId
  /** As they came. */
  readonly emails: readonly string[]
}

export async function shareNetwork(
  context: SharingContext,
  actor: Actor,
  { networkId, emails: texts }: NetworkShareRequest,
): Promise<Result<true, Refusal>> {
  const emails = parseEmailList(texts)
  if (!emails.ok) return refuse({ code: 'INVALID', message: emails.refusal })
  const { database } = context.services.devices
  const [network] = await seeNetworks(database.queries, actor, [networkId])
  if (network === undefined) return refuse(unseenNetwork(networkId))
  const verdict = networkPolicy.share(actor, network)
  if (!verdict.allowed) return refuse(deniedNetwork(verdict, networkId))
  const known = await accountsByEmails(database.queries, emails.value)
  const own = refuseOwnAddresses(known, { viewerId: actor.userId, ownerId: network.accountId })
  if (own !== undefined) return refuse(own)
  const paid = await context.invitations.pay({ emails: emails.value, by: actor.userId })
  if (!paid.ok) return paid

  const mails = await prepareNetworkMails(context, actor, network, known)
  return database.transaction(async (tx) => {
    const held = await networkForChange(tx, actor, networkId, 'share')
    if (!held.ok) return held
    return shareHeld(context, tx, actor, { network: held.value, emails: emails.value, mails })
  })
}

async function shareHeld(
  context: SharingContext,
  tx: Tx,
  actor: Actor,
  { network, emails, mails }: { network: SeenNetwork; emails: readonly string[]; mails: PreparedMails },
): Promise<Result<true, Refusal>> {
  const guests = new Set((await guestsOfNetworks(tx, [network.id])).get(network.id))
  const known = await accountsByEmails(tx, emails)
  const newcomers = emails.length - known.filter((account) => guests.has(account.id)).length
  if (guests.size + newcomers > guestsMax) return refuse(tooManyGuests)

  const accounts = await context.invitations.invite(tx, { emails, by: actor.userId })
  const added = accounts.filter((account) => !guests.has(account.id))
  await insertNetworkShares(tx, network, {
    userIds: added.map((account) => account.id),
    createdBy: actor.userId,
    at: new Date(context.services.devices.clock.now()),
  })
  await tell(context, tx, actor, { network, users: added.map((account) => account.id), action: 'add' })
  for (const account of added) await mails.post(tx, account)
  return accept(true)
}

/** Guests name their own address to leave. With whom it is not shared, nothing changes. */
export async function unshareNetwork(
  context: SharingContext,
  actor: Actor,
  { networkId, emails: texts }: NetworkShareRequest,
): Promise<Result<true, Refusal>> {
  const emails = parseEmailList(texts)
  if (!emails.ok) return refuse({ code: 'INVALID', message: emails.refusal })
  return context.services.devices.database.transaction(async (tx) => {
    const people = (await accountsByEmails(tx, emails.value)).map((account) => account.id)
    const deed = leavesOnly(people, actor.userId) ? 'leave' : 'share'
    const network = await networkForChange(tx, actor, networkId, deed)
    if (!network.ok) return network
    const removed = await deleteNetworkShares(tx, network.value, people)
    await tell(context, tx, actor, { network: network.value, users: removed, action: 'remove' })
    return accept(true)
  })
}

async function tell(
  context: SharingContext,
  tx: Tx,
  { userId: actorId }: Actor,
  news: { network: SeenNetwork; users: readonly AccountId[]; action: ShareDeed },
): Promise<void> {
  const { network, users, action } = news
  if (users.length === 0) return
  const { events, accessChanges } = context.services.devices
  await events.announce(tx, networkShared(network, { action, users, actorId }))
  await accessChanges.announce(tx, { accountId: network.accountId, userIds: users })
}

/** Who is invited gets the mail of that. */
async function prepareNetworkMails(
  context: SharingContext,
  actor: Actor,
  network: SeenNetwork,
  known: readonly Account[],
): Promise<PreparedMails> {
  const { database, publicUrl } = context.services.devices
  const guests = (await guestsOfNetworks(database.queries, [network.id])).get(network.id) ?? []
  const newcomers = known.filter((account) => !guests.includes(account.id))
  if (newcomers.length === 0) return noMails
  const by = await inviterOf(database.queries, actor)
  const url = `${publicUrl}/networks/${network.id}`
  return prepareMails(context, newcomers, { about: 'network', by: by.email, name: network.name, url })
}
