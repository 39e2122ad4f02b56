import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { createDirectPaths, type DirectPaths } from '@farport/direct'
import { generatePrivateKey, publicKeyText } from '@farport/protocol'
import { sessionEndCode, type MovableLink, type Session } from '@farport/session'
import type { Link } from '@farport/transport'
import { eventually, startEcho } from '@farport/testkit'
import { parseConnectionId } from '@farport/vocabulary'
import { describe, expect, test } from 'vitest'
import { startTestWorld, Talker, type TestWorld } from './test-work.ts'

describe('a session', () => {
  test('goes on over another link when its own is lost, and no byte is lost or doubled', async () => {
    await using world = await startTestWorld()
    await using echo = await startEcho()
    const service = world.addService({ port: echo.port })
    const { movable, session } = world.begin()
    const talker = Talker.of(await world.open(service, session))
    const sent: Buffer[] = []
    for (let round = 0; round < 5; round += 1) {
      const bytes = randomBytes(100_000)
      sent.push(bytes)
      talker.stream.write(bytes)
      movable.carrier?.destroy(new Error('cut by the test'))
      expect(await movable.moveTo(world.link())).toEqual({ ok: true, value: true })
    }
    const all = Buffer.concat(sent)
    await eventually(() => talker.received.length >= all.length, { what: 'all came back' })
    expect(talker.received.equals(all)).toBe(true)
    expect(world.work.sessions).toBe(1)
  })

  test('that nothing carries is kept for a while, its streams with it', async () => {
    await using world = await startTestWorld()
    await using echo = await startEcho()
    const { movable, session } = world.begin()
    const talker = Talker.of(await world.open(world.addService({ port: echo.port }), session))
    movable.carrier?.destroy()
    await eventually(() => session.carrierState === 'lost', { what: 'it is lost' })
    talker.stream.write(Buffer.from('said while nobody hears'))
    expect([world.work.sessions, world.work.streams]).toEqual([1, 1])
    await movable.moveTo(world.link())
    await eventually(() => talker.received.toString() === 'said while nobody hears', { what: 'it was heard' })
  })

  test.each(['is over when nothing comes to carry it', 'is over when its initiator ends it'])(
    '%s, and of a thousand streams no handle is left',
    async (how) => {
      await using world = await startTestWorld({ sessionAbsenceMs: 300 })
      await using echo = await startEcho()
      const socketsBefore = socketsOfThisProcess()
      const services = [
        world.addService({ port: echo.port }),
        world.addService({ port: echo.port, protocol: 'UDP' }),
        world.addService({ port: 1080, application: 49 }),
      ]
      const { movable, session } = world.begin()
      const opened = await Promise.all(
        services.flatMap((service) => {
          const grant = session.grant(world.ticket(service))
          return Array.from({ length: 333 }, () => grant.open('192.0.2.7:1'))
        }),
      )
      expect(opened.filter(({ ok }) => ok)).toHaveLength(999)
      await eventually(() => echo.sockets.size === 333, { what: 'the service has taken all' })
      // One of each UDP flow, and two of each TCP connection, whose both ends are here.
      expect(socketsOfThisProcess() - socketsBefore).toBeGreaterThanOrEqual(3 * 333)
      if (how.includes('ends it')) session.close()
      else movable.carrier?.destroy()
      await eventually(() => world.work.streams === 0 && socketsOfThisProcess() <= socketsBefore, {
        what: 'nothing is left',
      })
      expect(world.work.sessions).toBe(0)
    },
  )

  test('whose tickets all have ended is over after a while, unless another one comes', async () => {
    await using world = await startTestWorld({ ticketlessMs: 300 })
    await using echo = await startEcho()
    const service = world.addService({ port: echo.port })
    const [cut, expired, renewed] = [world.begin(), world.begin(), world.begin()]
    const other = parseConnectionId(randomUUID())!
    cut.session.grant(world.ticket(service))
    expired.session.grant(world.ticket(service, { connectionId: other, expiresAt: Date.now() + 200 }))
    renewed.session.grant(world.ticket(service))
    await Promise.all([cut, expired, renewed].map(({ session }) => session.ping()))
    world.work.cut(world.connectionId)
    renewed.session.grant(world.ticket(service, { connectionId: other }))
    const ends = await Promise.all([cut.session.closed, expired.session.closed])
    expect(new Set(ends.map(({ message }) => message))).toEqual(new Set(['no ticket of this session holds any more']))
    expect(renewed.session.end).toBeUndefined()
  })

  test('is not given to another initiator that knows its name', async () => {
    await using world = await startTestWorld()
    const { movable } = world.begin()
    const stranger = publicKeyText(generatePrivateKey())
    expect(await movable.moveTo(world.link(stranger))).toMatchObject({ ok: false })
    expect(world.work.sessions).toBe(1)
  })

  test('beyond those that an initiator may have ends its oldest that nothing carries', async () => {
    await using world = await startTestWorld({ sessionsPerInitiatorMax: 3 })
    const [first, second, third] = [world.begin(), world.begin(), world.begin()]
    await Promise.all([first, second, third].map(({ session }) => session.ping()))
    second.movable.carrier?.destroy()
    await eventually(() => second.session.carrierState === 'lost', { what: 'the second is lost' })
    const others = world.begin(publicKeyText(generatePrivateKey()))
    const fourth = world.begin()
    await Promise.all([fourth.session.ping(), others.session.ping()])
    // The second does not hear of its end before it comes back.
    expect(await second.movable.moveTo(world.link())).toMatchObject({ ok: false })
    expect([first, third, fourth].map(({ session }) => session.end)).toEqual([undefined, undefined, undefined])
    const fifth = world.begin()
    await fifth.session.ping()
    expect((await first.session.closed).code).toBe(sessionEndCode.limit)
    expect(world.work.sessions).toBe(4)
  })

  test('is told when the agent stops', async () => {
    await using world = await startTestWorld()
    const { session } = world.begin()
    await session.ping()
    world.work[Symbol.dispose]()
    expect(await session.closed).toEqual({ by: 'them', code: sessionEndCode.leaving, message: 'the agent stops' })
  })
})

function socketsOfThisProcess(): number {
  const isSocket = (descriptor: string): boolean => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith('socket:')
    } catch {
      return false // it was closed meanwhile
    }
  }
  return readdirSync('/proc/self/fd').filter(isSocket).length
}

/** An initiator that looks for direct ways, and what it has found. */
function looking(world: TestWorld): Looking {
  const links: Link[] = []
  const [asked, heard]: [string[], string[]] = [[], []]
  const { movable, session } = world.begin(undefined, {
    onSignal(text) {
      heard.push(text)
      paths.onSignal(text)
    },
  })
  const paths = createDirectPaths({
    role: 'initiator',
    identity: world.initiator,
    peerKey: world.agentKey,
    stun: [],
    allows: { lan: true, tcp: false, udp: false, portMapping: false },
    send(signal) {
      asked.push(signal)
      session.signal(signal)
    },
    onLink: (link) => links.push(link),
  })
  return { movable, session, links, paths, asked, heard }
}

interface Looking {
  readonly movable: MovableLink
  readonly session: Session
  readonly links: readonly Link[]
  readonly paths: DirectPaths
  readonly asked: readonly string[]
  readonly heard: readonly string[]
}

const direct = { isAllowed: true, mayMapPorts: false }

describe('a direct way', () => {
  test('is found for who has a ticket, and carries the session from then on', async () => {
    await using world = await startTestWorld({}, direct)
    await using echo = await startEcho()
    const { movable, session, links, paths, asked } = looking(world)
    await using _ = paths
    const talker = Talker.of(await world.open(world.addService({ port: echo.port }), session))
    const way = await eventually(() => links[0], { what: 'a way is found' })
    expect(await movable.moveTo(way)).toEqual({ ok: true, value: true })
    expect(movable.carrier?.kind).toBe('tls')
    const askedBefore = asked.length
    world.work.networkChanged()
    await eventually(() => asked.length > askedBefore, { what: 'ways are looked for again' })
    talker.stream.write(Buffer.from('directly'))
    await eventually(() => talker.received.toString() === 'directly', { what: 'it came back' })
  })

  test.each<[string, Parameters<typeof startTestWorld>, Parameters<TestWorld['ticket']>[1] | undefined]>([
    ['when the device forbids it', [{}, { ...direct, isAllowed: false }], {}],
    ['when others look already, as many as may', [{ looksMax: 0 }, direct], {}],
    ['when the ticket forbids it', [{}, direct], { route: 'proxy' }],
    ['without a ticket', [{}, direct], undefined],
    ['with a ticket of somebody else', [{}, direct], { initiatorKey: publicKeyText(generatePrivateKey()) }],
  ])('is not looked for %s', async (_name, options, ticket) => {
    await using world = await startTestWorld(...options)
    await using echo = await startEcho()
    const { session, links, paths, asked, heard } = looking(world)
    await using _ = paths
    if (ticket !== undefined) session.grant(world.ticket(world.addService({ port: echo.port }), ticket))
    await eventually(() => asked.length > 0, { what: 'the device is asked' })
    // An agent that looks tells its own addresses at once.
    for (let round = 0; round < 3; round += 1) await session.ping()
    expect([links, heard]).toEqual([[], []])
    expect(session.end).toBeUndefined()
  })
})
