// What a resolver knows of the call it is part of.

import { GraphQLError } from 'graphql'
import type { AccountId } from '@farport/vocabulary'
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

/** The person who asks, as their session tells. */
export interface Viewer {
  accountId: AccountId
  sessionId: string
  sessionExpiresAt: Date
  email: string
  language: string
  isOperator: boolean
}

export interface Context {
  viewer: Viewer | undefined
  /** Users are handed on as ids; this fetches what they are, for all of an answer together. */
  accounts: AccountLoader
  /** The event that is being delivered; only on the event socket. */
  event: EventRecord | undefined
}

/** The viewer, or the refusal that tells the client to sign in. */
export function requireViewer(context: Context): Viewer {
  if (context.viewer !== undefined) return context.viewer
  throw new GraphQLError('Please sign in.', { extensions: { code: 'UNAUTHENTICATED' } })
}
