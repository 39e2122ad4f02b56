// What the operations on organizations need from around them.

import type { Clock } from '@farport/basics'
import type { Invitations } from '#domains/identity'
import type { AccessChanges } from '../../access/index.ts'
import type { Database } from '#platform/database'
import type { Events } from '#platform/events'
import type { Ids } from '#platform/ids'

export interface OrganizationsContext {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly ids: Ids
  readonly randomBytes: (length: number) => Uint8Array
  readonly accessChanges: AccessChanges
  readonly invitations: Invitations
  readonly lookUpCname: LookUpCname
}

/** Where CNAME records of that name lead; nowhere, too, when DNS does not answer. */
export type LookUpCname = (name: string) => Promise<readonly string[]>
