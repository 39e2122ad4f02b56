// When somebody may do less (or other) than before: what rested on it ends at once, in every process.

import type { AccountId } from '@farport/vocabulary'
import type { Bus, Subscription } from '#platform/bus'
import { afterCommit, type Database, type Tx } from '#platform/database'
import type { Log } from '#platform/log'

/** The access of people to things of an account has changed, to more or to less. */
export interface AccessChange {
  /** Whose things. */
  readonly accountId: AccountId
  /** The people concerned. */
  readonly userIds: readonly AccountId[]
}

export interface AccessWatcher {
  /** Ends what is no longer allowed. Called after the rows of the change are written, twice: see `announce`. */
  accessHasChanged(tx: Tx, change: AccessChange): Promise<void>
}

export interface AccessChanges {
  /** Domains that come after those that change access add theirs. */
  readonly watchers: AccessWatcher[]
  /**
   * Call it in the transaction that changes access, after the change is written. Watchers act in it, and once more after
   * its commit: what was begun meanwhile, on the access as it was before, could not be seen from within.
   */
  announce(tx: Tx, change: AccessChange): Promise<void>
  /** Called after the commit of a change that concerns this person, in every process. */
  subscribe(userId: AccountId, handler: () => void): Subscription
}

export function createAccessChanges(means: { bus: Bus; database: Database; log: Log }): AccessChanges {
  const { bus, database, log } = means
  const watchers: AccessWatcher[] = []
  const tellWatchers = async (tx: Tx, change: AccessChange) => {
    for (const watcher of watchers) await watcher.accessHasChanged(tx, change)
  }
  return {
    watchers,
    async announce(tx, change) {
      if (change.userIds.length === 0) return
      await tellWatchers(tx, change)
      afterCommit(tx, () => {
        for (const userId of change.userIds) bus.publish(channelOf(userId), {})
        database
          .transaction((later) => tellWatchers(later, change))
          .catch((error: unknown) =>
            log.error({ err: error, change }, 'access was taken away, but not looked at again'),
          )
      })
    },
    subscribe: (userId, handler) => bus.subscribe(channelOf(userId), handler),
  }
}

const channelOf = (userId: AccountId): string => `access:${userId}`
