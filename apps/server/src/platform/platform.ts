// What every part of the server stands on. Take from it what you use.

import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Events } from './events.ts'
import type { Geo } from './geo.ts'
import type { Ids } from './ids.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

export interface Platform {
  database: Database
  bus: Bus
  events: Events
  clock: Clock
  ids: Ids
  log: Log
  metrics: Metrics
  geo: Geo
}
