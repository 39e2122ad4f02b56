// The server asks whether something listens, as a device sees it: through the relay, of the agent, and back.

import type { RelayToServer } from '@farport/protocol'
import { eventually, freePort, type ControlPlane, type PlannedDevice, startEcho } from '@farport/testkit'
import { expect, test } from 'vitest'
import { startDataPlane } from './support/data-plane.ts'

type Answer = Extract<RelayToServer, { type: 'probe-answer' }>

let probes = 0

async function ask(plane: ControlPlane, { deviceId }: PlannedDevice, place: { host: string; port: number }) {
  probes += 1
  const probeId = `probe-${probes}`
  for (const relay of plane.relays.values()) relay.send({ type: 'probe-target', deviceId, probeId, ...place })
  const isAnswer = (message: RelayToServer): message is Answer =>
    message.type === 'probe-answer' && message.probeId === probeId
  return await eventually(() => plane.told.find(isAnswer), { what: 'there is an answer' })
}

test('a place is reachable, or not, or none, or nobody can tell', async () => {
  await using world = await startDataPlane()
  const { plane } = world
  const device = await world.addDevice()
  await using echo = await startEcho()
  expect(await ask(plane, device.planned, { host: 'localhost', port: echo.port })).toMatchObject({
    deviceId: device.planned.deviceId,
    result: 'reachable',
  })
  const port = await freePort('127.0.0.1')
  expect(await ask(plane, device.planned, { host: '127.0.0.1', port })).toMatchObject({
    result: 'unreachable',
    message: `No service found running on 127.0.0.1:${port}`,
  })
  expect(await ask(plane, device.planned, { host: 'nowhere.invalid', port: 80 })).toMatchObject({ result: 'invalid' })
  const away = plane.planDevice('away')
  expect(await ask(plane, away, { host: 'localhost', port: 80 })).toMatchObject({ result: 'offline' })
})

test('an agent that is asked too often says so', async () => {
  await using world = await startDataPlane()
  const { plane } = world
  const device = await world.addDevice()
  const results = new Set<string>()
  for (let round = 0; round < 61; round += 1) {
    results.add((await ask(plane, device.planned, { host: 'nowhere.invalid', port: 1 })).result)
  }
  expect([...results]).toEqual(['invalid', 'busy'])
})
