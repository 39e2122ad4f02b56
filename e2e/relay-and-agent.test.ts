import { describe, expect, it } from 'vitest'
import { dial, startDataPlane, startEcho } from './support/data-plane.ts'

describe('a proxy port', () => {
  it('carries bytes to a service of the device, and back', async () => {
    await using world = await startDataPlane()
    await using echo = await startEcho()
    await using device = await world.addDevice()
    const service = world.plane.addService(device.planned, { port: echo.port })
    const proxy = await world.plane.openProxy(device.planned, service)
    using client = dial(proxy.port)
    client.say('hello through the relay')
    await client.hears('hello through the relay')
    expect(echo.sockets.size).toBe(1)
  })
})
