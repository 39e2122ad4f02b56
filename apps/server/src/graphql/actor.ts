// The viewer as access sees them.

import type { Actor } from '../access/index.ts'
import { requireViewer, type Context } from './context.ts'

export function requireActor(context: Context): Actor {
  requireViewer(context)
  if (context.actor === undefined) throw new Error('a viewer came without an actor')
  return context.actor
}
