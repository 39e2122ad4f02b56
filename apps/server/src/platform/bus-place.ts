// Where server processes meet: over the NATS that NATS_URL names, else in the database that they share.

import type { Secret } from '@farport/basics'
import type { ClientConfig } from 'pg'
import type { Bus } from './bus.ts'
import type { Log } from './log.ts'
import { openNatsBus } from './nats-bus.ts'
import type { NatsPlace } from './nats-place.ts'
import { openPostgresBus } from './postgres-bus.ts'
import { deriveText } from './secrets.ts'

export interface BusPlaceOptions {
  nats: Secret<NatsPlace> | undefined
  /** Of the installation: sets it apart from others that share a NATS. */
  secret: Secret
  /** To the database. */
  connection: ClientConfig
  log: Log
}

export function openBus({ nats, secret, connection, log }: BusPlaceOptions): Promise<Bus> {
  if (nats === undefined) return openPostgresBus({ connection, log })
  const installation = deriveText(secret, 'bus').reveal().slice(0, 16)
  return openNatsBus({ place: nats.reveal(), installation, log })
}
