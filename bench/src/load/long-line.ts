// A program: a cable from this network to another, of a given rate and length, that loses packets. For kernels that cannot
// do it by themselves (netem): two TUN devices, and what comes out of the one goes into the other.
//
//   long-line <device> <other network> <Mbit/s> <ms one way> <percent lost>

import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { constants as system, setPriority } from 'node:os'
import koffi from 'koffi'
import { Epoll } from '../../../apps/relay/src/splice/epoll.ts'
import { linux, loadLibc, type Libc } from '@farport/transport/linux'

// linux/if_tun.h. struct ifreq: char name[16]; short flags; the rest is not used here.
const TUNSETIFF = 0x4004_54ca
const IFF_TUN = 0x0001
const IFF_NO_PI = 0x1000
const ifreqBytes = 40
const flagsOffset = 16

const packetBytesMax = 2048
/** What waits for its turn at the end of the cable: more is dropped, as a router does. */
const queueMsMax = 50

interface Waiting {
  readonly atMs: number
  readonly bytes: Uint8Array
}

/** One way. */
class Line {
  readonly #waiting: Waiting[] = []
  /** When the last bit of what waits will have left. */
  #isFreeAtMs = 0
  readonly #bytesPerMs: number
  readonly #delayMs: number
  readonly #lost: number

  constructor({ megabitsPerSecond, delayMs, lossPercent }: LineOptions) {
    this.#bytesPerMs = (megabitsPerSecond * 1e6) / 8 / 1000
    this.#delayMs = delayMs
    this.#lost = lossPercent / 100
  }

  push(packet: Uint8Array, nowMs: number): void {
    const startMs = Math.max(nowMs, this.#isFreeAtMs)
    if (startMs - nowMs > queueMsMax || Math.random() < this.#lost) return
    this.#isFreeAtMs = startMs + packet.length / this.#bytesPerMs
    this.#waiting.push({ atMs: this.#isFreeAtMs + this.#delayMs, bytes: Uint8Array.from(packet) })
  }

  /** Those that have arrived. */
  *arrived(nowMs: number): Iterable<Uint8Array> {
    while (this.#waiting[0] !== undefined && this.#waiting[0].atMs <= nowMs) {
      const [first] = this.#waiting.splice(0, 1)
      if (first !== undefined) yield first.bytes
    }
  }

  get nextAtMs(): number {
    return this.#waiting[0]?.atMs ?? Infinity
  }
}

interface LineOptions {
  readonly megabitsPerSecond: number
  readonly delayMs: number
  readonly lossPercent: number
}

const [device = '', otherNetwork = '', megabits, delay, loss] = process.argv.slice(2)
const options = { megabitsPerSecond: Number(megabits), delayMs: Number(delay), lossPercent: Number(loss) }
const libc = await loadLibc()
if (!libc.ok) throw new Error(libc.refusal)
// A line has no other business, and loses nothing but what it is to lose.
setPriority(system.priority.PRIORITY_HIGHEST)
// The same name in both networks: the first moves away before the second is made.
const other = openTun(device)
command('ip', 'link', 'set', device, 'netns', otherNetwork)
const own = openTun(device)
process.send?.({ type: 'ready', port: 0 })
carry(libc.value)

/** Never returns: the program is ended by a signal. */
function carry(calls: Libc): never {
  const epoll = new Epoll(calls)
  const ends = [
    { descriptor: own, onward: other, line: new Line(options) },
    { descriptor: other, onward: own, line: new Line(options) },
  ]
  for (const [mark, { descriptor }] of ends.entries()) epoll.add(descriptor, mark, linux.EPOLLIN)
  const buffer = new Uint8Array(packetBytesMax)
  for (;;) {
    const nextMs = Math.min(...ends.map(({ line }) => line.nextAtMs)) - performance.now()
    epoll.wait(Math.max(0, Math.ceil(Math.min(nextMs, 1000))), () => undefined)
    for (const { descriptor, line } of ends) {
      for (let length; (length = calls.read(descriptor, buffer, buffer.length)) > 0;) {
        line.push(buffer.subarray(0, length), performance.now())
      }
    }
    for (const { line, onward } of ends)
      for (const packet of line.arrived(performance.now())) calls.write(onward, packet, packet.length)
  }
}

function openTun(name: string): number {
  const descriptor = openSync('/dev/net/tun', constants.O_RDWR | constants.O_NONBLOCK)
  const request = new Uint8Array(ifreqBytes)
  request.set(Buffer.from(name, 'latin1'))
  new DataView(request.buffer).setInt16(flagsOffset, IFF_TUN | IFF_NO_PI, true)
  const ioctl = koffi.load(null).func('int ioctl(int, unsigned long, void *)')
  if (ioctl(descriptor, TUNSETIFF, request) !== 0) {
    closeSync(descriptor)
    throw new Error(`no TUN device: ${koffi.errno()}`)
  }
  command('ip', 'link', 'set', name, 'txqueuelen', '10000')
  return descriptor
}

function command(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
}
