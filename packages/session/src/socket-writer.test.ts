// How many writes a frame becomes that comes one TLS record after another, and that none of its bytes is lost.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { connectTcp } from '@farport/transport'
import { describe, expect, it, vi } from 'vitest'
import { keptPayloadBytesMax } from './frame-pool.ts'
import { SocketWriter } from './socket-writer.ts'

const recordBytes = 16_384

/** A writer, and the far end of its socket, which reads nothing before it is told to. */
async function startWriter() {
  const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const near = await connectTcp({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  if (!near.ok) throw new Error(near.refusal.message)
  const socket = near.value
  const [far] = await accepted
  const taken: number[] = []
  const writes = vi.spyOn(socket, 'write')
  return {
    far,
    writer: new SocketWriter(socket, (byteCount) => void taken.push(byteCount)),
    /** What the system has taken of each write so far. */
    taken,
    /** The lengths of all writes so far but those that share a call. */
    lengths: () => writes.mock.calls.map(([bytes]) => bytes.length),
    [Symbol.dispose]() {
      for (const each of [socket, far]) each.destroy()
      server.close()
    },
  }
}

/** As TLS hands them out: between two of them runs what is due, but no event of another socket. */
async function write(writer: SocketWriter, bytes: Buffer, isWhole = true): Promise<void> {
  for (let offset = 0; offset < bytes.length; offset += recordBytes) {
    const end = Math.min(offset + recordBytes, bytes.length)
    writer.write(bytes.subarray(offset, end), isWhole && end === bytes.length)
    await new Promise<void>((resolve) => process.nextTick(resolve))
  }
}

const frames = (count: number): Buffer[] => Array.from({ length: count }, () => randomBytes(keptPayloadBytesMax))

describe('a writer to a socket', () => {
  it('makes one write of a frame', async () => {
    using end = await startWriter()
    const sent = frames(6)
    const read = buffer(end.far)
    for (const frame of sent) {
      await write(end.writer, frame)
      await setImmediate()
    }
    end.writer.end()
    expect((await read).equals(Buffer.concat(sent))).toBe(true)
    expect(end.lengths()).toEqual(sent.map(({ length }) => length))
    expect(end.taken).toEqual(end.lengths())
  })

  it('makes no more writes for who reads slowly, whatever the length of what comes', async () => {
    using end = await startWriter()
    const lengths = [20_000, 261_000, 100, 5000, 261_112, 300_000, 1, 70_000]
    const sent = Array.from({ length: 80 }, (_, index) => randomBytes(lengths[index % lengths.length] ?? 1))
    for (const frame of sent) await write(end.writer, frame)
    const read = buffer(end.far)
    end.writer.end()
    const all = Buffer.concat(sent)
    expect((await read).equals(all)).toBe(true)
    expect(end.taken.length).toBeLessThan(sent.length)
    expect(end.taken.reduce((sum, byteCount) => sum + byteCount, 0)).toBe(all.length)
  })

  it('lets nothing wait for an end of a frame that does not come', async () => {
    using end = await startWriter()
    const [frame = Buffer.alloc(0)] = frames(1)
    await write(end.writer, frame.subarray(0, 40_000), false)
    expect(end.lengths()).toEqual([])
    await setImmediate()
    expect(end.lengths()).toEqual([40_000])
    await write(end.writer, frame.subarray(40_000), false)
    const read = buffer(end.far)
    end.writer.end()
    expect((await read).equals(frame)).toBe(true)
  })
})
