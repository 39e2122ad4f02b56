// Loads a port behind which the service of service.ts stands, by whatever way.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const readBuffer = Buffer.allocUnsafeSlow(262_144)
const block = Buffer.alloc(1_048_576, 0x66)
/** A chain that does not even begin in this time is broken. */
const startTimeoutMs = 20_000

/** Bytes per second towards us, after a short run-in. */
export async function download(port: number, durationMs: number): Promise<number> {
  const runInMs = durationMs / 5
  let byteCount = 0
  const socket = await connected(port, (length) => void (byteCount += length))
  socket.write('d')
  await until(() => byteCount > 0)
  await pause(runInMs)
  const [bytesFirst, startedAtMs] = [byteCount, performance.now()]
  await pause(durationMs)
  const bytesPerSecond = ((byteCount - bytesFirst) / (performance.now() - startedAtMs)) * 1000
  socket.destroy()
  return bytesPerSecond
}

/** Bytes per second away from us, until the far end has counted the last of them. */
export async function upload(port: number, durationMs: number): Promise<number> {
  let answer = ''
  const socket = await connected(port, (length) => void (answer += readBuffer.toString('latin1', 0, length)))
  const startedAtMs = performance.now()
  socket.write('u')
  while (performance.now() - startedAtMs < durationMs) await new Promise((resolve) => socket.write(block, resolve))
  socket.end()
  await once(socket, 'close')
  const bytesPerSecond = (Number(answer) / (performance.now() - startedAtMs)) * 1000
  if (!(bytesPerSecond > 0)) throw new Error(`the service counted '${answer}'`)
  return bytesPerSecond
}

/** Microseconds there and back of a 64-byte message, one at a time; sorted. */
export async function pingPong(port: number, count: number): Promise<number[]> {
  const message = Buffer.alloc(64, 0x66)
  let missing = 0
  let onWhole: () => void = () => undefined
  const socket = await connected(port, (length) => {
    missing -= length
    if (missing === 0) onWhole()
  })
  const trip = (): Promise<void> =>
    new Promise((resolve) => {
      onWhole = resolve
      missing = message.length
      socket.write(message)
    })
  socket.write('e')
  for (let warm = 0; warm < count / 5; warm += 1) await trip()
  const samples: number[] = []
  for (let sample = 0; sample < count; sample += 1) {
    const startedAtMs = performance.now()
    await trip()
    samples.push((performance.now() - startedAtMs) * 1000)
  }
  socket.destroy()
  return samples.toSorted((left, right) => left - right)
}

/** New connections per second: connect, one byte there and back, close; `concurrency` of them at any time. */
export async function churn(port: number, durationMs: number, concurrency: number): Promise<number> {
  let finished = 0
  const startedAtMs = performance.now()
  const isOver = (): boolean => performance.now() - startedAtMs >= durationMs
  const worker = async (): Promise<void> => {
    while (!isOver()) {
      await oneByte(port)
      finished += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return (finished / (performance.now() - startedAtMs)) * 1000
}

function oneByte(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.on('connect', () => socket.write('ex'))
    socket.on('data', () => socket.end())
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}

async function connected(port: number, onBytes: (length: number) => void): Promise<Socket> {
  const callback = (length: number): boolean => {
    onBytes(length)
    return true
  }
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: readBuffer, callback } })
  await once(socket, 'connect')
  return socket
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function until(condition: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + startTimeoutMs
  while (!condition()) {
    if (performance.now() > deadlineMs) throw new Error('no byte came through')
    await pause(5)
  }
}
