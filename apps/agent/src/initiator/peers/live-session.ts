// A session to a device's agent over its first link, and what keeps it on the best one.

import { accept, refuse, type Result } from '@farport/basics'
import type { DirectOptions, DirectPaths } from '@farport/direct'
import { plainAddress, type RelayPlace, type RouteMode } from '@farport/protocol'
import { sessionEndCode, startSession, type MovableLink, type Session, type SpareLink } from '@farport/session'
import type { Identity, Link } from '@farport/transport'
import type { Logger } from 'pino'
import { PathKeeper } from '../paths/path-keeper.ts'
import type { Way } from '../paths/way.ts'
import type { ReachRefusal } from '../relays/relay-channel.ts'
import type { RelayedLink } from '../relays/relay-channels.ts'

/** What sessions and direct ways are made of. */
export interface SessionParts {
  readonly identity: Identity
  readonly agentKey: string
  /** A session's link over its first one, and links that wait. */
  readonly beginOver: (link: Link) => MovableLink
  readonly createSpare: (link: Link) => SpareLink
  /** Undefined: direct ways are switched off on this machine. */
  readonly createDirectPaths: ((options: DirectOptions) => DirectPaths) | undefined
}

export interface LiveSessionOptions extends SessionParts {
  readonly route: RouteMode
  readonly relays: () => readonly RelayPlace[]
  readonly wantsDatagrams: () => boolean
  readonly reachRelay: () => Promise<Result<RelayedLink, ReachRefusal>>
  readonly now: () => number
  readonly random: () => number
  readonly log: Logger
  readonly onChange: () => void
}

export interface LiveSession {
  readonly session: Session
  readonly paths: PathKeeper
}

const allWays = { lan: true, tcp: true, udp: true, portMapping: true } as const

export function beginSession(first: RelayedLink, options: LiveSessionOptions): LiveSession {
  const { route, relays, now, random, log, createSpare, createDirectPaths, identity, agentKey } = options
  const movable = options.beginOver(first.link)
  const session = startSession({
    link: movable,
    role: 'initiator',
    onSignal: (text) => paths.onSignal(text),
    onEnd: (end) => {
      log.debug(end, 'session ended')
      paths[Symbol.dispose]()
    },
  })
  const paths = new PathKeeper({
    route,
    session,
    movable,
    first: relayed(first),
    createSpare,
    reachRelay: async () => {
      const reached = await options.reachRelay()
      return reached.ok ? accept(relayed(reached.value)) : refuse(reached.refusal.message)
    },
    look:
      createDirectPaths &&
      ((onWay, onFindings) =>
        createDirectPaths({
          role: 'initiator',
          identity,
          peerKey: agentKey,
          stun: stunPlaces(relays()),
          stunOverTcp: relays().map(({ host, port }) => ({ host, port })),
          allows: allWays,
          send: (signal) => void session.signal(signal),
          onLink: (link, kind) => onWay({ link, kind, remote: plainAddress(link.remoteAddress) }),
          onFindings,
        })),
    wantsDatagrams: options.wantsDatagrams,
    now,
    random,
    log,
    onChange: options.onChange,
    onLost: (message) => session.close(sessionEndCode.done, message),
  })
  return { session, paths }
}

function relayed({ link, relay }: RelayedLink): Way {
  return { link, kind: 'relay', remote: `${relay.host}:${relay.port}` }
}

function stunPlaces(relays: readonly RelayPlace[]) {
  return relays.flatMap(({ host, stunPorts = [] }) => stunPorts.map((port) => ({ host, port })))
}
