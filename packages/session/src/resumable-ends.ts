// A session over resumable links with both ends in one process, for the tests of this package: links are made at will,
// and their weather with them.

import { accept, refuse } from '@farport/basics'
import { createMemoryPair, MemoryWeather, type Link, type MemoryConditions } from '@farport/transport'
import { createAcceptorDoor, type AcceptorDoor, type AcceptorDoorLimits } from './acceptor-door.ts'
import { beginOver, type BeginOptions } from './movable-link.ts'
import type { MovableLink, ResumableLink } from './resumable-link.ts'
import { claims, goodTicket, Talker, until } from './session-ends.ts'
import type { CarrierState, Session, SessionOptions, StreamRequest } from './session.ts'
import { startSession } from './start-session.ts'

export const initiatorKey = 'initiator'
export const acceptorKey = 'acceptor'

export interface LinkInWeather {
  readonly near: Link
  readonly far: Link
  readonly weather: Pick<MemoryWeather, 'stall' | 'cut'>
}

export interface MemoryLinkInWeather extends LinkInWeather {
  readonly weather: MemoryWeather
}

export function memoryLink(conditions: MemoryConditions = {}): MemoryLinkInWeather {
  const weather = new MemoryWeather()
  const [near, far] = createMemoryPair({ left: initiatorKey, right: acceptorKey }, { ...conditions, weather })
  return { near, far, weather }
}

export interface ResumableEnds<First extends LinkInWeather = MemoryLinkInWeather> extends AsyncDisposable {
  readonly initiator: Session
  readonly acceptor: Session
  readonly link: MovableLink
  readonly farLink: ResumableLink
  readonly door: AcceptorDoor
  readonly first: First
  /** What the initiator was told, oldest first. */
  readonly states: CarrierState[]
  /** A further link, whose far end stands at the door. */
  another(conditions?: MemoryConditions): MemoryLinkInWeather
  stream(): Promise<{ near: Talker; far: Talker }>
}

export interface ResumableEndsOptions {
  readonly begin?: BeginOptions
  readonly door?: Partial<AcceptorDoorLimits>
  readonly initiator?: Partial<SessionOptions>
  readonly acceptor?: Partial<SessionOptions>
}

/** Over a link in memory. */
export function connectResumable({
  conditions,
  ...options
}: ResumableEndsOptions & { readonly conditions?: MemoryConditions } = {}): Promise<ResumableEnds> {
  return connectOver(memoryLink(conditions), options)
}

export async function connectOver<First extends LinkInWeather>(
  first: First,
  options: ResumableEndsOptions = {},
): Promise<ResumableEnds<First>> {
  const requests: StreamRequest[] = []
  const states: CarrierState[] = []
  const began: { session: Session; link: ResumableLink }[] = []
  const door = createAcceptorDoor({
    onBegin: (link) => {
      const session = startSession({
        link,
        role: 'acceptor',
        verifyGrant: (ticket) => (ticket === goodTicket ? accept(claims) : refuse('not ours')),
        onStream: (request) => requests.push(request),
        ...options.acceptor,
      })
      began.push({ session, link })
    },
    ...(options.door && { limits: options.door }),
  })
  door.answer(first.far)
  const link = beginOver(first.near, options.begin)
  const initiator = startSession({
    link,
    role: 'initiator',
    onCarrier: (state) => states.push(state),
    ...options.initiator,
  })
  await until(() => began.length > 0)
  const [far] = began
  if (far === undefined) throw new Error('no session has begun')
  const grant = initiator.grant(goodTicket)
  let asked = 0
  return {
    initiator,
    acceptor: far.session,
    link,
    farLink: far.link,
    door,
    first,
    states,
    another(conditions) {
      const made = memoryLink(conditions)
      door.answer(made.far)
      return made
    },
    async stream() {
      const index = asked++
      const opened = grant.open('192.0.2.7:1')
      await until(() => requests.length > index)
      const accepted = requests[index]?.accept()
      const stream = await opened
      if (!stream.ok || accepted === undefined) throw new Error('the stream was not opened')
      return { near: new Talker(stream.value), far: new Talker(accepted) }
    },
    async [Symbol.asyncDispose]() {
      initiator.close()
      far.session.close()
      link.destroy()
      far.link.destroy()
      door[Symbol.dispose]()
      await Promise.all([initiator.closed, far.session.closed])
    },
  }
}
