// The viewer as access sees them.

import { ownerActor, type Actor } from '../access/index.ts'
import { requireViewer, type Context } from './context.ts'

export function requireActor(context: Context): Actor {
  const { accountId, isOperator } = requireViewer(context)
  return ownerActor({ userId: accountId, isOperator })
}
