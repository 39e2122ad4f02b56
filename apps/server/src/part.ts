// What a part of the server adds to the whole: a domain, the relays' edge, the agents' API.

import type { FastifyInstance } from 'fastify'
import type { Resolvers } from '../generated/resolvers.ts'

export interface ServerPart {
  resolvers?: Resolvers
  /** Routes and sockets, in a scope of their own: hooks and body parsers added here concern only them. */
  routes?: (app: FastifyInstance) => void | Promise<void>
  /** Ends its timers, workers and subscriptions; called when requests have ended, the last part first. */
  close?: () => Promise<void>
}
