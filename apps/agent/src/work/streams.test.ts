import { randomBytes, randomUUID } from 'node:crypto'
import { generatePrivateKey, publicKeyText } from '@farport/protocol'
import { streamCode } from '@farport/session'
import { eventually, freePort, startEcho, startTcpService } from '@farport/testkit'
import { parseConnectionId, parseId } from '@farport/vocabulary'
import { describe, expect, test } from 'vitest'
import { startTestWorld, Talker, type TestWorld } from './test-work.ts'

const cutInTime = { timeoutMs: 2000, what: 'everything is cut' }

describe('a stream', () => {
  test('carries bytes to a TCP service and back, with both ends', async () => {
    await using world = await startTestWorld()
    await using echo = await startEcho()
    const talker = Talker.of(await world.open(world.addService({ port: echo.port })))
    const bytes = randomBytes(300_000)
    talker.stream.write(bytes)
    talker.stream.end()
    await eventually(() => talker.end, { what: 'it is over' })
    expect(talker.received.equals(bytes)).toBe(true)
    expect(talker.end).toEqual({ code: streamCode.none, message: '' })
  })

  test('is refused with the sentence of the product when nothing listens', async () => {
    await using world = await startTestWorld()
    const service = world.addService({ port: await freePort('127.0.0.1'), host: 'localhost' })
    expect(await world.open(service)).toEqual({
      ok: false,
      refusal: {
        code: streamCode.targetUnreachable,
        message: 'Farport connected, but there is no service running on the remote machine.',
      },
    })
  })

  test('names the host when it is another one that the device cannot find', async () => {
    await using world = await startTestWorld()
    expect(await world.open(world.addService({ port: 80, host: 'nowhere.invalid' }))).toEqual({
      ok: false,
      refusal: {
        code: streamCode.targetUnreachable,
        message: 'Farport connected, but the remote machine knows no host by the name nowhere.invalid.',
      },
    })
  })

  test('beyond the limit of the agent is refused, and fits again when another is over', async () => {
    await using world = await startTestWorld({ streamsMax: 2 })
    await using echo = await startEcho()
    const service = world.addService({ port: echo.port })
    const session = world.dial()
    const [first] = [Talker.of(await world.open(service, session)), Talker.of(await world.open(service, session))]
    expect(await world.open(service, session)).toMatchObject({
      ok: false,
      refusal: { code: streamCode.tooManyStreams, message: expect.stringContaining('as many streams as it can') },
    })
    first.stream.reset({ code: streamCode.none, message: '' })
    await eventually(async () => (await world.open(service, session)).ok, { what: 'there is room' })
  })

  test('whose reader is slow costs no other stream anything', async () => {
    await using world = await startTestWorld()
    const flood = Buffer.alloc(8 * 1024 * 1024)
    await using source = await startTcpService((socket) => void socket.on('error', () => socket.destroy()).end(flood))
    const service = world.addService({ port: source.port })
    const session = world.dial()
    const slow = Talker.of(await world.open(service, session))
    slow.isReading = false
    const fast = Talker.of(await world.open(service, session))
    await eventually(() => fast.hasEnded, { what: 'the fast one has all' })
    expect(fast.stream.receivedBytes).toBe(flood.length)
    expect(slow.stream.receivedBytes).toBeLessThan(flood.length)
    expect(slow.end).toBeUndefined()
  })
})

describe('a ticket', () => {
  const stranger = publicKeyText(generatePrivateKey())
  test.each<[string, Parameters<TestWorld['ticket']>[1], string]>([
    ['of another initiator, stolen', { initiatorKey: stranger }, 'another initiator'],
    ['for another device', { deviceId: parseId('d', 'd-0000000000000009')! }, 'another device'],
    ['for another agent of the device', { agentKey: stranger }, 'another agent'],
    ['that has expired', { expiresAt: Date.now() - 1 }, 'expired'],
    ['for a service that is not listed', { serviceId: parseId('s', 's-0000000000000099')! }, 'does not offer'],
  ])('%s opens nothing', async (_name, changes, sentence) => {
    await using world = await startTestWorld()
    await using echo = await startEcho()
    const service = world.addService({ port: echo.port })
    const opened = await world.dial().grant(world.ticket(service, changes)).open('192.0.2.7:1')
    expect(opened).toMatchObject({
      ok: false,
      refusal: { code: streamCode.ticketRefused, message: expect.stringContaining(sentence) },
    })
    expect(echo.sockets.size).toBe(0)
  })

  test('opens nothing in the hand of somebody else, who has read it', async () => {
    await using world = await startTestWorld()
    await using echo = await startEcho()
    const service = world.addService({ port: echo.port })
    const opened = await world.dial(stranger).grant(world.ticket(service)).open('192.0.2.7:1')
    expect(opened).toMatchObject({ ok: false, refusal: { code: streamCode.ticketRefused } })
  })

  test('that is renewed carries its streams past the end of the first one', async () => {
    await using world = await startTestWorld()
    await using echo = await startEcho()
    const service = world.addService({ port: echo.port })
    const session = world.dial()
    const expiresAt = Date.now() + 600
    const grants = [1, 2].map(() => session.grant(world.ticket(service, { expiresAt })))
    const [renewed, expired] = await Promise.all(
      grants.map(async (grant) => Talker.of(await grant.open('192.0.2.7:1'))),
    )
    grants[0]?.renew(world.ticket(service))
    await eventually(() => expired?.end, { what: 'the other one has expired' })
    expect(expired?.end).toMatchObject({ code: streamCode.ticketRefused })
    renewed?.stream.write(Buffer.from('still here'))
    await eventually(() => renewed?.received.toString() === 'still here', { what: 'the renewed one goes on' })
  })
})

describe('a connection that the server ends', () => {
  test('loses its streams of every kind at once, and opens none any more', async () => {
    await using world = await startTestWorld()
    await using echo = await startEcho()
    const services = [
      world.addService({ port: echo.port }),
      world.addService({ port: echo.port, protocol: 'UDP' }),
      world.addService({ port: 1080, application: 49 }),
    ]
    const session = world.dial()
    const talkers = await Promise.all(services.map(async (service) => Talker.of(await world.open(service, session))))
    const kept = parseConnectionId(randomUUID())!
    const other = session.grant(world.ticket(services[0]!, { connectionId: kept }))
    const survivor = Talker.of(await other.open('192.0.2.7:2'))
    const grant = session.grant(world.ticket(services[0]!))
    expect(world.work.streams).toBe(4)

    world.work.cut(world.connectionId)
    await eventually(() => talkers.every(({ end }) => end?.code === streamCode.revoked), cutInTime)
    await eventually(() => world.work.streams === 1 && echo.sockets.size === 1, cutInTime)
    // Neither under a grant that was good, nor with its ticket again, in this session or another.
    const again = [grant, session.grant(world.ticket(services[0]!)), world.dial().grant(world.ticket(services[0]!))]
    for (const each of again) {
      const opened = await each.open('192.0.2.7:3')
      expect(opened).toMatchObject({ ok: false, refusal: { message: 'the connection was ended' } })
    }
    survivor.stream.write(Buffer.from('still here'))
    await eventually(() => survivor.received.toString() === 'still here', { what: 'another one goes on' })
  })
})

describe('a service', () => {
  test('that is removed or changed loses its streams, and only its own', async () => {
    await using world = await startTestWorld()
    await using echo = await startEcho()
    const [removed, kept] = [world.addService({ port: echo.port }), world.addService({ port: echo.port })]
    const session = world.dial()
    const [gone, survivor] = [Talker.of(await world.open(removed, session)), Talker.of(await world.open(kept, session))]
    world.services = [kept]
    world.work.servicesChanged()
    await eventually(() => gone.end, cutInTime)
    expect(gone.end).toMatchObject({ code: streamCode.revoked, message: 'the service was removed or changed' })
    survivor.stream.write(Buffer.from('still here'))
    await eventually(() => survivor.received.toString() === 'still here', { what: 'the other one goes on' })
  })
})
