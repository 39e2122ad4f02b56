// Loads a port behind which the service of service.ts stands, by whatever way.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const readBuffer = Buffer.allocUnsafeSlow(262_144)
const block = Buffer.alloc(1_048_576, 0x66)
/** A chain that does not even begin in this time is broken. */
const startTimeoutMs = 20_000

/** Where to connect to. */
export interface Target {
  readonly address?: string
  readonly port: number
}

/** Bytes per second towards us over so many connections together, after a short run-in. */
export async function download(target: Target, durationMs: number, streams = 1): Promise<number> {
  let byteCount = 0
  const began = Array.from({ length: streams }, async () => {
    let isFlowing = false
    const socket = await connected(target, (length) => {
      isFlowing = true
      byteCount += length
    })
    socket.write('d')
    await until(() => isFlowing)
    return socket
  })
  const sockets = await Promise.all(began)
  await pause(durationMs / 5)
  const [bytesFirst, startedAtMs] = [byteCount, performance.now()]
  await pause(durationMs)
  const bytesPerSecond = ((byteCount - bytesFirst) / (performance.now() - startedAtMs)) * 1000
  for (const socket of sockets) socket.destroy()
  return bytesPerSecond
}

/** Bytes per second away from us over so many connections together, until the far end has counted the last of them. */
export async function upload(target: Target, durationMs: number, streams = 1): Promise<number> {
  const startedAtMs = performance.now()
  const counts = await Promise.all(Array.from({ length: streams }, () => uploaded(target, startedAtMs + durationMs)))
  return (counts.reduce((sum, count) => sum + count, 0) / (performance.now() - startedAtMs)) * 1000
}

async function uploaded(target: Target, untilMs: number): Promise<number> {
  let answer = ''
  const socket = await connected(target, (length) => void (answer += readBuffer.toString('latin1', 0, length)))
  socket.write('u')
  while (performance.now() < untilMs) await new Promise((resolve) => socket.write(block, resolve))
  socket.end()
  await once(socket, 'close')
  if (!(Number(answer) > 0)) throw new Error(`the service counted '${answer}'`)
  return Number(answer)
}

/** Microseconds there and back of a 64-byte message, one at a time; sorted. */
export async function pingPong(target: Target, count: number): Promise<number[]> {
  const message = Buffer.alloc(64, 0x66)
  let missing = 0
  let onWhole: () => void = () => undefined
  const socket = await connected(target, (length) => {
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

async function connected({ address = '127.0.0.1', port }: Target, onBytes: (length: number) => void): Promise<Socket> {
  const callback = (length: number): boolean => {
    onBytes(length)
    return true
  }
  const socket = connect({ port, host: address, noDelay: true, onread: { buffer: readBuffer, callback } })
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
