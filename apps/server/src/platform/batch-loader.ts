// Gathers the keys that are asked for one by one, and fetches them together.

export interface BatchLoader<Key, Value> {
  /** Undefined when there is nothing under the key. Asking again gives the same answer. */
  load(key: Key): Promise<Value | undefined>
}

/** For one request: what it has fetched, it keeps. */
export function createBatchLoader<Key, Value>(
  fetchAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): BatchLoader<Key, Value> {
  const asked = new Map<Key, Promise<Value | undefined>>()
  let batch: { keys: Key[]; found: Promise<ReadonlyMap<Key, Value>> } | undefined

  /** Resolvers of a list's items run in one turn; the batch leaves when they have all had theirs. */
  async function fetchSoon(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>> {
    await new Promise<void>((resolve) => {
      process.nextTick(resolve)
    })
    batch = undefined
    return fetchAll(keys)
  }

  return {
    load(key) {
      const known = asked.get(key)
      if (known !== undefined) return known
      if (batch === undefined) {
        const keys: Key[] = []
        batch = { keys, found: fetchSoon(keys) }
      }
      batch.keys.push(key)
      const asking = batch.found.then((found) => found.get(key))
      asked.set(key, asking)
      return asking
    },
  }
}
