// One of something for what is answered together: what its resolvers share, and what is forgotten with it.

import type { Context } from './context.ts'

/**
 * What is answered together has one actor: a request, or some events of one group. What is made stands in the context
 * itself: in a WeakMap beside it, it would outlive every collection of young objects until the next full one.
 */
export function perContext<Shared>(make: (context: Context) => Shared): (context: Context) => Shared {
  return (context) => {
    if (context.shared.has(make)) return context.shared.get(make) as Shared // made below
    const shared = make(context)
    context.shared.set(make, shared)
    return shared
  }
}
