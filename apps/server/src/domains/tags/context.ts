// What the operations on tags need from around them.

import type { Clock, Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId, DeviceId, TagId } from '@farport/vocabulary'
import type { AccessChanges, Actor, ResourceFacts } from '../../access/index.ts'
import type { Database, Tx } from '#platform/database'
import type { Events } from '#platform/events'
import type { Ids } from '#platform/ids'

/** What it takes to make tags. */
export interface TagMeans {
  readonly clock: Clock
  readonly ids: Ids
  readonly randomBytes: (length: number) => Uint8Array
}

export interface TagsContext extends TagMeans {
  readonly database: Database
  readonly events: Events
  readonly accessChanges: AccessChanges
  readonly devices: TaggableDevices
  /** Those that must act in the same transaction: the domains that come after this one add theirs. */
  readonly watchers: TagWatcher[]
}

export interface TaggableDevice extends ResourceFacts {
  readonly id: DeviceId
  readonly name: string
  readonly platform: number
}

/** Devices, which come after tags in the order. */
export interface TaggableDevices {
  /**
   * By their own ids or by those of services on them; they stay until the transaction ends. Refused when the actor does
   * not see one of them.
   */
  hold(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Result<readonly TaggableDevice[], Refusal>>
}

export interface TagWatcher {
  /** What carries `from` is to carry `to`: the first goes after this. */
  tagIsMerged?(tx: Tx, merge: TagMerge): Promise<void>
}

export interface TagMerge {
  readonly accountId: AccountId
  readonly from: TagId
  readonly to: TagId
}
