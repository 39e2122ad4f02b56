// One of something for what is answered together: what its resolvers share, and what is forgotten with it.

import type { AccountLoader, Context } from './context.ts'

/** What is answered together has one account loader, and one actor: a request, or some events of one group. */
export function perContext<Shared>(make: (context: Context) => Shared): (context: Context) => Shared {
  const made = new WeakMap<AccountLoader, Shared>()
  return (context) => {
    const known = made.get(context.accounts)
    if (known !== undefined) return known
    const shared = make(context)
    made.set(context.accounts, shared)
    return shared
  }
}
