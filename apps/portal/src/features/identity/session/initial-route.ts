// Where somebody wanted to go before they had to sign up: the mailed link comes back in another window. Used once.

const storageKey = 'initial-route'
const keptMs = 24 * 60 * 60_000

export interface InitialRoute {
  keep(path: string): void
  find(): string | undefined
  forget(): void
}

export function createInitialRoute(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  now: () => number,
): InitialRoute {
  return {
    keep: (path) => storage.setItem(storageKey, `${now()} ${path}`),
    find() {
      const [keptAt = '', path] = (storage.getItem(storageKey) ?? '').split(' ', 2)
      return now() - Number(keptAt) <= keptMs ? path : undefined
    },
    forget: () => storage.removeItem(storageKey),
  }
}
