// What an initiator's sessions are made of on this machine.

import { beginOver, createSpareLink } from '@farport/session'
import type { SessionParts } from './peers/live-session.ts'

export async function sessionParts(): Promise<Omit<SessionParts, 'identity' | 'agentKey'>> {
  return {
    beginOver: (link) => beginOver(link),
    createSpare: (link) => createSpareLink(link),
    createDirectPaths: undefined,
  }
}
