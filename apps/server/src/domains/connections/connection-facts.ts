// What connections of every kind have.

import type { AccountId, ConnectionId, DeviceId, ServiceId } from '@farport/vocabulary'

export interface ConnectionFacts {
  readonly id: ConnectionId
  readonly accountId: AccountId
  readonly deviceId: DeviceId
  readonly serviceId: ServiceId
  /** Who opened it. */
  readonly userId: AccountId
  /** What they opened it with; undefined for a session. */
  readonly accessKey: string | undefined
  /** The session that they opened it in; undefined for an access key. */
  readonly sessionId: string | undefined
  readonly createdAt: Date
  readonly expiresAt: Date
}
