// One of something for each answer: what its resolvers share, and what is forgotten with it.

import type { Context } from './context.ts'

export function perContext<Shared>(make: (context: Context) => Shared): (context: Context) => Shared {
  const made = new WeakMap<Context, Shared>()
  return (context) => {
    const known = made.get(context)
    if (known !== undefined) return known
    const shared = make(context)
    made.set(context, shared)
    return shared
  }
}
