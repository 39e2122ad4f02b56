// Gathers the keys that are asked for one by one, and fetches them together.

export interface BatchLoader<Key, Value> {
  /** Undefined when there is nothing under the key. Asking again gives the same answer. */
  load(key: Key): Promise<Value | undefined>
}

/** For one request: what it has fetched, it keeps. */
export function createBatchLoader<Key, Value>(
  fetchAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): BatchLoader<Key, Value> {
  return createOrderedLoader(async (keys: readonly Key[]) => {
    const found = await fetchAll(keys)
    return keys.map((key) => found.get(key))
  })
}

/** Likewise, where there is something under every key: `fetchAll` gives it in the order of the keys. */
export function createOrderedLoader<Key, Value>(
  fetchAll: (keys: readonly Key[]) => Promise<readonly Value[]>,
): { load(key: Key): Promise<Value> } {
  const asked = new Map<Key, Promise<Value>>()
  let batch: { keys: Key[]; found: Promise<readonly Value[]> } | undefined

  /** Resolvers of a list's items run in one turn; the batch leaves when they have all had theirs. */
  async function fetchSoon(keys: readonly Key[]): Promise<readonly Value[]> {
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
      const place = batch.keys.push(key) - 1
      const asking = batch.found.then((found) => found[place] as Value) // as many as there are keys
      asked.set(key, asking)
      return asking
    },
  }
}
