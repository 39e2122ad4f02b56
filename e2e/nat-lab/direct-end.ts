// One end of many searches for direct ways, in a home of the lab. It shows that a link is one by sending bytes through it
// and getting them back.

import { randomBytes } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { createDirectPaths, type DirectFindings, type DirectOptions, type DirectPaths } from '@farport/direct'
import { privateKeyFromSeed } from '@farport/protocol'
import { createIdentity, type Link } from '@farport/transport'

export type EndOrder =
  | {
      readonly order: 'look'
      readonly search: string
      readonly options: Pick<DirectOptions, 'role' | 'peerKey' | 'stun' | 'stunOverTcp' | 'allows'>
    }
  | { readonly order: 'signal'; readonly search: string; readonly signal: string }
  | { readonly order: 'again'; readonly search: string }
  | { readonly order: 'stop'; readonly search: string }

export type EndReport =
  | { readonly report: 'signal'; readonly search: string; readonly signal: string }
  /** Bytes have gone over it and come back. `afterMs`: since this end began to look. */
  /** A link has broken. */
  | { readonly report: 'lost'; readonly search: string; readonly kind: string }
  | {
      readonly report: 'link'
      readonly search: string
      readonly kind: string
      readonly remote: string
      readonly afterMs: number
    }
  | { readonly report: 'findings'; readonly search: string; readonly findings: DirectFindings }
  /** `left`: sockets, timers and the like that were there when no search was any more. */
  | { readonly report: 'stopped'; readonly search: string; readonly left: readonly string[] }

function openSockets(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${descriptor}`)
      return target.startsWith('socket:') ? [target] : []
    } catch {
      return [] // the one that the folder itself was read by
    }
  })
}

const socketsAtStart = openSockets().length
const identity = await createIdentity(privateKeyFromSeed(Buffer.from(process.argv[2] ?? '', 'hex')))
const searches = new Map<string, DirectPaths>()
const links = new Map<string, Link[]>()
/** Nobody listens any more when the test has gone. */
const say = (report: EndReport): void => void (process.connected && process.send?.(report))

process.on('message', (order: EndOrder) => {
  if (order.order === 'look') look(order.search, order.options)
  else if (order.order === 'signal') searches.get(order.search)?.onSignal(order.signal)
  else if (order.order === 'again') searches.get(order.search)?.lookAgain()
  else void stop(order.search)
})
process.on('SIGTERM', () => process.disconnect?.())
process.on('disconnect', () => {
  for (const search of searches.keys()) void stop(search)
})
process.send?.('ready')

function look(search: string, options: Extract<EndOrder, { order: 'look' }>['options']): void {
  const beganAt = performance.now()
  const paths = createDirectPaths({
    ...options,
    identity,
    send: (signal) => say({ report: 'signal', search, signal }),
    onFindings: (findings) => say({ report: 'findings', search, findings }),
    onLink: (link, kind) => {
      links.set(search, [...(links.get(search) ?? []), link])
      const done = (): void => {
        const afterMs = Math.round(performance.now() - beganAt)
        say({ report: 'link', search, kind, remote: link.remoteAddress, afterMs })
      }
      const lost = (): void => say({ report: 'lost', search, kind })
      if (options.role === 'initiator') exchange(link, { done, lost })
      else echo(link, { done, lost })
    },
  })
  searches.set(search, paths)
}

function exchange(link: Link, { done, lost }: { done: () => void; lost: () => void }): void {
  const sent = randomBytes(100_000)
  let received = Buffer.alloc(0)
  link.start({
    onBytes(bytes) {
      received = Buffer.concat([received, bytes])
      if (received.length === sent.length && received.equals(sent)) done()
    },
    onDrain: () => undefined,
    onEnd: () => undefined,
    onClose: lost,
  })
  link.write(sent)
}

function echo(link: Link, { done, lost }: { done: () => void; lost: () => void }): void {
  let count = 0
  link.start({
    onBytes(bytes) {
      count += bytes.length
      link.write(bytes)
      if (count === 100_000) done()
    },
    onDrain: () => undefined,
    onEnd: () => undefined,
    onClose: lost,
  })
}

async function stop(search: string): Promise<void> {
  const paths = searches.get(search)
  searches.delete(search)
  await paths?.[Symbol.asyncDispose]()
  for (const link of links.get(search) ?? []) link.destroy()
  links.delete(search)
  let left = handlesLeft()
  for (let turns = 0; left.length > 0 && searches.size === 0 && turns < turnsMax; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    left = handlesLeft()
  }
  say({ report: 'stopped', search, left: searches.size === 0 ? left : [] })
}

/** What closes takes a moment for it. */
const turnsMax = 20_000

/** All but the pipe to the test. Node does not know of the sockets of native packages: the system does. */
function handlesLeft(): string[] {
  const known = process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap' && name !== 'Immediate')
  return [...known, ...openSockets().slice(socketsAtStart)]
}
