import { frameHeadBytes, frameType, writeFrameHead } from '@farport/protocol'
import { expect, it } from 'vitest'
import { Sender } from './sender.ts'
import { until } from './session-ends.ts'

const frame = Buffer.alloc(frameHeadBytes + 100, 7)
writeFrameHead(frame, 0, frameType.data, 100, 1)

function senderOf(written: number[]): Sender {
  return new Sender({
    link: { write: (bytes) => written.push(bytes.length) > 0 },
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
