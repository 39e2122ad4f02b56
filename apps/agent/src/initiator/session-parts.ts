// What an initiator's sessions are made of on this machine.

import { createDirectPaths } from '@farport/direct'
import { beginOver, createSpareLink } from '@farport/session'
import type { SessionParts } from './peers/live-session.ts'

/** What the person who runs this agent allows. */
export interface DirectPolicy {
  readonly isAllowed: boolean
  /** To ask the router for a port that leads here. */
  readonly mayMapPorts: boolean
}

export function sessionParts(policy: DirectPolicy): Omit<SessionParts, 'identity' | 'agentKey'> {
  return {
    beginOver: (link) => beginOver(link),
    createSpare: (link) => createSpareLink(link),
    createDirectPaths: policy.isAllowed
      ? (options) => createDirectPaths({ ...options, allows: { ...options.allows, portMapping: policy.mayMapPorts } })
      : undefined,
  }
}
