// What a resolver knows of the call it is part of.

import { GraphQLError } from 'graphql'
import type { AccountId } from '@farport/vocabulary'
import type { Actor } from '../access/index.ts'
import type { BatchLoader } from '#platform/batch-loader'
import type { EventRecord } from '#platform/events'

/** What may be asked of any user. */
export interface KnownUser {
  id: AccountId
  email: string
  createdAt: Date
  language: string
  isOperator: boolean
}

export type AccountLoader = BatchLoader<AccountId, KnownUser>

/** What somebody shows who they are with. When it ends, so does what they began with it. */
export type Credential =
  /** `provenAt`: when its person last proved who they are. */
  { kind: 'session'; id: string; expiresAt: Date; provenAt: Date } | { kind: 'access-key'; id: string }

/** The person who asks, as their credential tells. */
export interface Viewer {
  accountId: AccountId
  credential: Credential
  email: string
  language: string
  isOperator: boolean
}

export interface Context {
  viewer: Viewer | undefined
  /** The viewer as access sees them: there whenever the viewer is. */
  actor: Actor | undefined
  /** Users are handed on as ids; this fetches what they are, for all of an answer together. */
  accounts: AccountLoader
  /** What resolvers share for as long as they answer together, by what made it: see `perContext`. */
  shared: Map<unknown, unknown>
  /** The address that it is asked from; undefined on the event socket, where nothing can be tried out. */
  source: string | undefined
  /** The event that is being delivered; only on the event socket. */
  event: EventRecord | undefined
}

/** The viewer, or the refusal that tells the client to sign in. */
export function requireViewer(context: Context): Viewer {
  if (context.viewer !== undefined) return context.viewer
  throw new GraphQLError('Please sign in.', { extensions: { code: 'UNAUTHENTICATED' } })
}
