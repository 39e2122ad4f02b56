import { frameHeadBytes, frameType, writeFrameHead } from '@farport/protocol'
import { expect, it } from 'vitest'
import { Sender } from './sender.ts'
import { turns, until } from './session-ends.ts'

const frame = Buffer.alloc(frameHeadBytes + 100, 7)
writeFrameHead(frame, 0, frameType.data, 100, 1)

function senderOf(written: number[], hasRoom = () => true): Sender {
  return new Sender({
    link: {
      write(bytes) {
        written.push(bytes.length)
        return hasRoom()
      },
    },
    pace: undefined,
    isCarried: () => true,
    outboxBytesMax: 1_048_576,
    hasManyStreams: () => true,
    onData: () => undefined,
    onOverflow: () => undefined,
  })
}

it('small frames of many streams share writes, and sixteen wait for no more', async () => {
  const written: number[] = []
  const sender = senderOf(written)
  for (let count = 0; count < 40; count += 1) sender.data(frame)
  expect(written).toEqual([16 * frame.length, 16 * frame.length])
  await until(() => written.length > 2)
  expect(written[2]).toBe(8 * frame.length)
})

it('small frames of many streams gather while the link is backed up, and no more than share a write', async () => {
  const written: number[] = []
  let hasRoom = false
  const sender = senderOf(written, () => hasRoom)
  sender.data(frame)
  await until(() => written.length === 1)
  expect(sender.payloadBytes(false)).toBe(0)
  let gathered = 0
  for (; sender.payloadBytes(true) > 0; gathered += 1) sender.data(frame)
  expect(gathered).toBe(Math.floor(65_536 / frame.length) + 1)
  await turns(10)
  expect(written).toHaveLength(1)
  hasRoom = true
  sender.drained()
  await until(() => written.length > 1)
  expect(written).toEqual([frame.length, gathered * frame.length])
})

it('datagrams do not grow old among them', async () => {
  const written: number[] = []
  const sender = senderOf(written, () => false)
  sender.data(frame)
  await until(() => written.length === 1)
  sender.datagram(frame)
  expect(sender.outboxBytes).toBe(0)
})

/** A stream that waits for room, and says when it is told of it. */
const listener = (id: number, told: number[]) => ({
  isSmall: false,
  isListening: true,
  sendNext() {
    told.push(id)
    return false
  },
})

it('streams that wait for room are told of it by and by, until they fill it', async () => {
  const big = Buffer.alloc(10_000, 7)
  const told: number[] = []
  let hasRoom = false
  const sender = senderOf([], () => hasRoom)
  sender.data(big)
  for (let id = 0; id < 20; id += 1) {
    sender.enqueue(listener(id, told))
  }
  await turns(10)
  expect(told).toEqual([])
  sender.drained()
  expect(told).toEqual([0])
  // Whatever else happens, the first one is given its time.
  sender.acknowledged()
  sender.control(frame)
  expect(told).toEqual([0])
  // It has nothing to say.
  await until(() => told.length > 1)
  expect(told).toEqual([0, 1, 2])
  // One of these fills the room.
  sender.data(big)
  await turns(10)
  expect(told).toEqual([0, 1, 2])
  sender.drained()
  expect(told).toEqual([0, 1, 2, 3])
  hasRoom = true
  sender.data(big)
  await until(() => told.length === 20)
})

it('who has filled the room is told of it again for a moment, and then the others are', async () => {
  const told: number[] = []
  const sender = senderOf([], () => false)
  const [first, second] = [listener(0, told), listener(1, told)]
  const big = Buffer.alloc(10_000, 7)
  sender.data(big)
  sender.enqueue(first)
  sender.enqueue(second)
  sender.drained()
  sender.data(big)
  sender.enqueue(first)
  sender.drained()
  expect(told).toEqual([0, 0])
  sender.data(big)
  const sinceMs = performance.now()
  await until(() => performance.now() - sinceMs > 5)
  sender.enqueue(first)
  sender.drained()
  expect(told).toEqual([0, 0, 1])
})
