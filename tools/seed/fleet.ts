// A believable fleet, device by device: platforms, services, tags, and when each was there. Pure, given the numbers.

import { applicationTypeOf } from '@farport/vocabulary'
import { deviceDescription, deviceName, serviceName, tagNames } from './device-names.ts'
import type { Random } from './random.ts'

export interface PlannedService {
  readonly name: string
  readonly application: number
  readonly host: string
  readonly port: number
  readonly enabled: boolean
}

export interface PlannedDevice {
  readonly name: string
  readonly platform: number
  readonly hardwareId: string
  readonly agentVersion: string
  readonly description: string | undefined
  readonly createdMs: number
  /** How it was there, oldest first; an open end means that it still is. Empty: it enrolled and was not seen since. */
  readonly online: readonly OnlineSpan[]
  readonly externalAddress: string
  readonly internalAddress: string
  readonly services: readonly PlannedService[]
  /** Places in `tagNames`. */
  readonly tags: readonly number[]
}

export interface OnlineSpan {
  readonly fromMs: number
  readonly untilMs: number | undefined
}

const dayMs = 86_400_000
/** The fleet grew over so long. */
const growthMs = 500 * dayMs

const ssh = 28
type Mix = readonly (readonly [application: number, chance: number])[]
const onLinux: Mix = [[ssh, 0.95], [8, 0.4], [7, 0.35], [4, 0.2], [46, 0.12], [44, 0.08], [47, 0.06], [1, 0.3], [49, 0.1]] // prettier-ignore
const onWindows: Mix = [[5, 0.95], [34, 0.35], [4, 0.15], [8, 0.3], [45, 0.1], [48, 0.1]] // prettier-ignore
const onRouters: Mix = [[ssh, 0.7], [8, 0.9], [7, 0.3], [32_770, 0.2]] // prettier-ignore
const onStorage: Mix = [[8, 1], [34, 0.9], [38, 0.5], [ssh, 0.4], [1, 0.5]] // prettier-ignore

const platforms: readonly (readonly [{ id: number; mix: Mix }, weight: number])[] = [
  [{ id: 1072, mix: onLinux }, 28],
  [{ id: 769, mix: onLinux }, 22],
  [{ id: 1200, mix: onLinux }, 12],
  [{ id: 5, mix: onWindows }, 8],
  [{ id: 1219, mix: onLinux }, 6],
  [{ id: 1205, mix: onRouters }, 5],
  [{ id: 1185, mix: onLinux }, 5],
  [{ id: 10, mix: onWindows }, 4],
  [{ id: 256, mix: [[4, 0.6], [ssh, 0.9], [7, 0.2]] }, 4], // prettier-ignore
  [{ id: 1201, mix: onLinux }, 3],
  [{ id: 1281, mix: onRouters }, 2],
  [{ id: 1210, mix: onStorage }, 1],
]

const versions: readonly (readonly [string, number])[] = [['0.1.0', 70], ['0.0.9', 22], ['0.0.7', 8]] // prettier-ignore

export interface FleetPlace {
  /** Of this device in its account. */
  readonly number: number
  /** Of this device among those planned together. */
  readonly index: number
  readonly count: number
  readonly nowMs: number
}

/** The one in that place: those before it are older. */
export function planDevice(random: Random, place: FleetPlace): PlannedDevice {
  const { id: platform, mix } = random.weighted(platforms)
  const createdMs = Math.floor(place.nowMs - growthMs * (1 - place.index / place.count) - 3_600_000 * random.next())
  return {
    name: deviceName(random, place.number),
    platform,
    hardwareId: Array.from(random.bytes(6), (byte) => byte.toString(16).padStart(2, '0')).join(':'),
    agentVersion: random.weighted(versions),
    description: deviceDescription(random),
    createdMs,
    online: planPresence(random, { createdMs, nowMs: place.nowMs, isToldInFull: place.index < toldInFullMax }),
    externalAddress: `${random.pick([203, 198, 192])}.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`,
    internalAddress: `192.168.${random.below(32)}.${2 + random.below(250)}`,
    services: planServices(random, mix),
    tags: planTags(random),
  }
}

/** Two in three are online, some since long, some since a moment ago; some were never seen again. */
function planPresence(
  random: Random,
  { createdMs, nowMs, isToldInFull }: { createdMs: number; nowMs: number; isToldInFull: boolean },
): OnlineSpan[] {
  if (random.chance(0.04)) return []
  const lifeMs = nowMs - createdMs
  const sinceMs = Math.floor(nowMs - Math.min(lifeMs, lifeMs * random.next() ** 3 + 60_000 * random.next()))
  const isOnline = random.chance(0.66)
  const last: OnlineSpan = isOnline
    ? { fromMs: sinceMs, untilMs: undefined }
    : { fromMs: createdMs, untilMs: Math.max(createdMs, sinceMs) }
  return isToldInFull ? withDrops(random, last, nowMs) : [last]
}

/** The first devices of a fleet have a past worth drawing. */
const toldInFullMax = 300
const dropsMax = 8

/** Dropped now and then during its last weeks, for minutes or hours. */
function withDrops(random: Random, { fromMs, untilMs }: OnlineSpan, nowMs: number): OnlineSpan[] {
  const endMs = untilMs ?? nowMs
  const beginMs = Math.max(fromMs, endMs - 28 * dayMs)
  const drops = Array.from({ length: random.below(dropsMax + 1) }, () => beginMs + random.next() * (endMs - beginMs))
  const spans: OnlineSpan[] = []
  let sinceMs = fromMs
  for (const dropMs of drops.toSorted((one, other) => one - other)) {
    const backMs = dropMs + 60_000 + random.next() ** 4 * dayMs
    if (dropMs <= sinceMs || backMs >= endMs) continue
    spans.push({ fromMs: Math.floor(sinceMs), untilMs: Math.floor(dropMs) })
    sinceMs = backMs
  }
  return [...spans, { fromMs: Math.floor(sinceMs), untilMs }]
}

function planServices(random: Random, mix: Mix): PlannedService[] {
  const services = mix
    .filter(([, chance]) => random.chance(chance))
    .map(([application]) => planService(random, application))
  return services.length > 0 ? services : [planService(random, ssh)]
}

function planService(random: Random, application: number): PlannedService {
  const type = applicationTypeOf(application)
  const isElsewhere = random.chance(0.15)
  return {
    name: serviceName(random, type.name),
    application,
    host: isElsewhere ? `192.168.1.${2 + random.below(250)}` : 'localhost',
    port: type.port || 1024 + random.below(60_000),
    enabled: random.chance(0.96),
  }
}

/** Each tag is put on fewer devices than the one before it. */
function planTags(random: Random): number[] {
  return tagNames.map((_, place) => place).filter((place) => random.chance(0.3 * 0.75 ** place))
}
