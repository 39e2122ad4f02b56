// What the operations on the log need from around them.

import type { AccountId } from '@farport/vocabulary'
import type { Actor } from '../../access/index.ts'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database'
import type { Geo } from '#platform/geo'
import type { Seal } from '#platform/seal'

export interface LogsContext {
  readonly database: Database
  readonly clock: Clock
  readonly geo: Geo
  /** Closes the links to files, so that only we can have written what stands in one. */
  readonly seal: Seal
  readonly publicUrl: string
  loadActor(userId: AccountId): Promise<Actor>
  /** E-mail addresses by account, of those that exist. */
  emailsOf(accountIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}
