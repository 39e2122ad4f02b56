// What two ends say to each other through a relay is known to nobody else: not to who listens on the wire, and not to the
// relay itself, whose whole memory is searched.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { eventually } from '@farport/testkit'
import { createIdentity, tlsOverSocket, type Link } from '@farport/transport'
import { expect, test } from 'vitest'
import { enteredAgent } from '../test-agent.ts'
import { meet, TestInitiator } from '../test-initiator.ts'
import { startProgramWorld } from '../test-program.ts'

/** Passes on what comes to the relay's port and back, and keeps all of it. */
async function startWiretap(port: number) {
  const heard: Buffer[] = []
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes: Buffer) => heard.push(bytes))
      from.on('error', () => to.destroy())
      from.pipe(to)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: tapped } = server.address() as AddressInfo // a TCP server has one
  return { port: tapped, heard, [Symbol.dispose]: () => void server.close() }
}

/** How often each of the texts stands in what this process can read of its memory. */
async function findInMemory(pid: number, texts: readonly string[]): Promise<number[]> {
  const counts = texts.map(() => 0)
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8')
  await using memory = await open(`/proc/${pid}/mem`, 'r')
  for (const line of maps.split('\n')) {
    const [, start = '', end = ''] = /^([0-9a-f]+)-([0-9a-f]+) r/.exec(line) ?? []
    if (start === '' || line.includes('[v')) continue
    await searchRegion(memory, Number.parseInt(start, 16), Number.parseInt(end, 16), texts, counts)
  }
  return counts
}

const pieceBytes = 16 * 1024 * 1024

async function searchRegion(
  memory: Awaited<ReturnType<typeof open>>,
  start: number,
  end: number,
  texts: readonly string[],
  counts: number[],
): Promise<void> {
  const overlap = Math.max(...texts.map((text) => text.length))
  for (let at = start; at < end; at += pieceBytes) {
    const length = Math.min(pieceBytes + overlap, end - at)
    const piece = Buffer.alloc(length)
    // A page that went away meanwhile holds nothing.
    const { bytesRead } = await memory.read(piece, 0, length, at).catch(() => ({ bytesRead: 0 }))
    const seen = piece.subarray(0, bytesRead)
    for (const [index, text] of texts.entries()) {
      if (seen.includes(text) || seen.includes(Buffer.from(text, 'utf16le'))) counts[index] = (counts[index] ?? 0) + 1
    }
  }
}

async function say(from: Link, to: Link, text: string): Promise<void> {
  let heardBytes = 0
  const nothing = { onDrain: () => undefined, onEnd: () => undefined, onClose: () => undefined }
  to.start({ ...nothing, onBytes: (bytes) => (heardBytes += bytes.length) })
  from.start({ ...nothing, onBytes: () => undefined })
  from.write(Buffer.from(text))
  await eventually(() => heardBytes === text.length, { what: 'all of it arrives' })
}

test('neither the wire nor the memory of the relay holds what is said through it', { timeout: 120_000 }, async () => {
  await using stack = new AsyncDisposableStack()
  const { plane, program, relay } = stack.use(await startProgramWorld())
  const wiretap = stack.use(await startWiretap(relay.port))
  const tapped = { port: wiretap.port, publicKey: relay.publicKey }
  const agent = stack.use(await enteredAgent(tapped, plane))
  const initiator = stack.use(await TestInitiator.greeted(tapped))
  const { claims, ticket } = plane.peerTicket(agent.device.planned, initiator.publicKey)
  const { near, far } = await meet(tapped, initiator, agent, ticket)

  const [ofInitiator, ofAgent] = await Promise.all([createIdentity(initiator.key), createIdentity(agent.device.key)])
  const [nearLink, farLink] = await Promise.all([
    tlsOverSocket(near, { role: 'client', identity: ofInitiator, peerKey: ofAgent.publicKey }),
    tlsOverSocket(far, { role: 'server', identity: ofAgent, peerKey: ofInitiator.publicKey }),
  ])
  if (!nearLink.ok || !farLink.ok) throw new Error('the ends did not shake hands')
  const canary = randomBytes(24).toString('base64url')
  await say(nearLink.value, farLink.value, canary.repeat(10_000))

  const onTheWire = Buffer.concat(wiretap.heard)
  expect(onTheWire.length).toBeGreaterThan(canary.length * 10_000)
  expect(onTheWire.includes(canary)).toBe(false)
  // The connection's id was told to the relay: that the search finds it shows that the search finds.
  const [canaries, ids] = await findInMemory(program.pid, [canary, claims.connectionId])
  expect(ids).toBeGreaterThan(0)
  expect(canaries).toBe(0)
})
