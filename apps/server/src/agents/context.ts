// What the agents' API needs from around it.

import type { KeyObject } from 'node:crypto'
import type { ServicesContext } from '#domains/services'

export interface AgentsContext {
  readonly services: ServicesContext
  /** Signs the tickets that admit agents to relays. */
  readonly ticketKey: KeyObject
  /** The keys that tickets are signed with, as they travel: the present one first. */
  readonly ticketKeys: readonly string[]
}
