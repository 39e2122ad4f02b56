import type { RelayToServer } from '@farport/protocol'
import { eventually } from '@farport/testkit'
import { expect, test } from 'vitest'
import { enteredAgent } from '../test-agent.ts'
import { startWorld, type World } from '../test-world.ts'

type Answer = Extract<RelayToServer, { type: 'probe-answer' }>
type EnteredAgent = Awaited<ReturnType<typeof enteredAgent>>

function ask({ plane }: World, { device }: EnteredAgent, probeId: string): void {
  const { deviceId } = device.planned
  for (const relay of plane.relays.values()) {
    relay.send({ type: 'probe-target', deviceId, probeId, host: 'localhost', port: 80 })
  }
}

const answersTo = ({ plane }: World, probeId: string): Answer[] =>
  plane.told.filter((told): told is Answer => told.type === 'probe-answer' && told.probeId === probeId)

async function answerTo(world: World, probeId: string): Promise<Answer> {
  return await eventually(() => answersTo(world, probeId)[0], { what: 'there is an answer' })
}

test('a question goes to the device’s agent, and its answer back, once', async () => {
  await using world = await startWorld()
  using agent = await enteredAgent(world.relay, world.plane)
  ask(world, agent, 'one')
  expect(await agent.hears('probe')).toMatchObject({ probeId: 'one', host: 'localhost', port: 80 })
  agent.say({ type: 'probe-answer', probeId: 'one', result: 'reachable' })
  agent.say({ type: 'probe-answer', probeId: 'one', result: 'unreachable' })
  ask(world, agent, 'two')
  await eventually(() => agent.told.filter(({ type }) => type === 'probe').length === 2)
  agent.say({ type: 'probe-answer', probeId: 'two', result: 'unreachable', message: 'No.' })
  expect(await answerTo(world, 'two')).toMatchObject({ result: 'unreachable', message: 'No.' })
  expect(answersTo(world, 'one').map(({ result }) => result)).toEqual(['reachable'])
})

test('an agent answers for its own device, and nothing that it was not asked', async () => {
  await using world = await startWorld()
  using asked = await enteredAgent(world.relay, world.plane)
  using other = await enteredAgent(world.relay, world.plane)
  ask(world, asked, 'mine')
  await asked.hears('probe')
  other.say({ type: 'probe-answer', probeId: 'mine', result: 'reachable' })
  other.say({ type: 'probe-answer', probeId: 'nobody’s', result: 'reachable' })
  // Its next words come after those.
  ask(world, other, 'theirs')
  await other.hears('probe')
  other.say({ type: 'probe-answer', probeId: 'theirs', result: 'invalid' })
  expect((await answerTo(world, 'theirs')).result).toBe('invalid')
  expect([answersTo(world, 'mine'), answersTo(world, 'nobody’s')]).toEqual([[], []])
})

test('an agent that says nothing is not waited for, nor more than may be at once', async () => {
  await using world = await startWorld({ probeMs: 200, probesMax: 1 })
  using agent = await enteredAgent(world.relay, world.plane)
  ask(world, agent, 'first')
  ask(world, agent, 'second')
  expect(await answerTo(world, 'second')).toMatchObject({ result: 'busy', message: 'This relay is asked too much.' })
  expect(await answerTo(world, 'first')).toMatchObject({
    result: 'busy',
    message: 'The device did not answer in time.',
  })
})
