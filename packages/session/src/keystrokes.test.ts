// A keystroke beside a file, over sockets and TLS, through a hop that is slower than the ends and keeps megabytes.

import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { connectOver } from './resumable-ends.ts'
import { until, type Talker } from './session-ends.ts'
import { tlsThroughHop } from './tls-hop.ts'

const bytesPerMs = 2500
const tickMs = 4

/** Lets no more through than the rate: the rest waits in the system's buffers before it. */
function throttle(from: Socket, to: Socket): void {
  from.pause()
  let lastAtMs = performance.now()
  const timer = setInterval(() => {
    const nowMs = performance.now()
    const budget = Math.floor((nowMs - lastAtMs) * bytesPerMs)
    lastAtMs = nowMs
    const bytes: Buffer | null = from.read(Math.min(budget, from.readableLength)) as Buffer | null // no encoding is set
    if (bytes !== null) to.write(bytes)
    else from.read(0)
  }, tickMs)
  from.on('close', () => clearInterval(timer))
}

it('is back soon, and the file gets the rest', { timeout: 60_000 }, async () => {
  await using ends = await connectOver(await tlsThroughHop(throttle))
  const distanceMs = await ends.initiator.ping()
  const [file, shell] = [await ends.stream(), await ends.stream()]
  const over = new AbortController()
  void pump(file.near, over.signal)
  void echo(shell.far, over.signal)
  const tookMs: number[] = []
  const startedAtMs = performance.now()
  while (performance.now() - startedAtMs < 4000) {
    const [askedAtMs, wanted] = [performance.now(), shell.near.receivedBytes + 1]
    await shell.near.send(Buffer.from('k'))
    await until(() => shell.near.receivedBytes >= wanted)
    tookMs.push(performance.now() - askedAtMs)
  }
  const used = file.far.receivedBytes / (4000 * bytesPerMs)
  over.abort()
  const middleMs = tookMs.toSorted((a, b) => a - b)[Math.floor(tookMs.length / 2)]
  // What one in a hundred takes is proven where nothing but the road counts, in pace.test.ts: here it is the machine.
  expect(middleMs).toBeLessThan(2 * distanceMs + 50)
  expect(used).toBeGreaterThan(0.5)
})

async function pump(talker: Talker, signal: AbortSignal): Promise<void> {
  const bytes = randomBytes(65_536)
  while (!signal.aborted) await talker.send(bytes)
}

async function echo(talker: Talker, signal: AbortSignal): Promise<void> {
  for (let echoed = 0; !signal.aborted; echoed += 1) {
    await until(() => talker.receivedBytes > echoed || signal.aborted)
    await talker.send(Buffer.from('k'))
  }
}
