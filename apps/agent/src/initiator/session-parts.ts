// What an initiator's sessions are made of on this machine.

import { createDirectPaths } from '@farport/direct'
import { beginOver, createSpareLink } from '@farport/session'
import type { SessionParts } from './peers/live-session.ts'

export const sessionParts: Omit<SessionParts, 'identity' | 'agentKey'> = {
  beginOver: (link) => beginOver(link),
  createSpare: (link) => createSpareLink(link),
  createDirectPaths,
}
