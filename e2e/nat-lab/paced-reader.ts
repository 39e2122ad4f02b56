// Somebody in a home who copies a file from a local port, not faster than they want, and knows how long nothing came while
// they wanted more: `paced-reader.ts <port> <file> <bytes per second> <bytes that count>`.

import { createWriteStream } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'

export type ReaderReport =
  | { readonly report: 'over'; readonly stalls: readonly Stall[]; readonly stallMs: number }
  | { readonly report: 'broken'; readonly why: string }

/** Both since the copy began. */
export interface Stall {
  readonly fromMs: number
  readonly toMs: number
}

/** Shorter ones are not worth telling. */
const stallMsTold = 500
/** Read at a stretch, so that the pace is even. */
const pauseMs = 20

const [port, file = '', bytesPerSecond, bytesThatCount] = process.argv.slice(2)
const say = (report: ReaderReport): void => void (process.connected && process.send?.(report))

process.send?.('ready')
process.on('SIGTERM', () => process.disconnect?.())
const beganAt = performance.now()
const request = get({ host: '127.0.0.1', port: Number(port), path: '/' }, (response) => void read(response))
request.on('error', ({ message }) => say({ report: 'broken', why: message }))

async function read(response: IncomingMessage): Promise<void> {
  const copy = createWriteStream(file)
  const stalls: Stall[] = []
  let [length, stallMs, wantedAt] = [0, 0, performance.now()]
  const chunks = response as AsyncIterable<Buffer> // without an encoding it reads buffers
  for await (const chunk of chunks) {
    // What is held back by the test until it says so is no stall.
    const waitedMs = length < Number(bytesThatCount) ? performance.now() - wantedAt : 0
    stallMs = Math.max(stallMs, waitedMs)
    if (waitedMs > stallMsTold) stalls.push({ fromMs: wantedAt - beganAt, toMs: performance.now() - beganAt })
    length += chunk.length
    if (!copy.write(chunk)) await new Promise<void>((resolve) => copy.once('drain', resolve))
    const aheadMs = (length / Number(bytesPerSecond)) * 1000 - (performance.now() - beganAt)
    if (aheadMs > pauseMs) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    wantedAt = performance.now()
  }
  copy.end(() => say({ report: 'over', stalls, stallMs }))
}
