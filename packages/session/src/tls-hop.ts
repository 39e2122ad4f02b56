// A TLS link through a hop in between, for the tests of this package: a relay, a NAT, a radio.

import type { Socket } from 'node:net'
import { generatePrivateKey } from '@farport/protocol'
import { connectTcp, createIdentity, listenForSockets, tlsOverSocket, type Link } from '@farport/transport'
import type { LinkInWeather } from './resumable-ends.ts'

const [left, right] = await Promise.all([createIdentity(generatePrivateKey()), createIdentity(generatePrivateKey())])

/** A TLS link whose bytes go through two sockets in between; `carry` takes them from the one to the other. */
export async function tlsThroughHop(carry: (from: Socket, to: Socket) => void = pipe): Promise<LinkInWeather> {
  const hop: Socket[] = []
  const far = Promise.withResolvers<Link>()
  await using end = await listenForSockets({ host: '127.0.0.1', port: 0 }, (socket) => {
    void secured(socket, 'server').then(far.resolve)
  })
  await using middle = await listenForSockets({ host: '127.0.0.1', port: 0 }, (socket) => {
    void connected(end.place.port).then((onward) => {
      hop.push(socket, onward)
      for (const [from, to] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        from.on('error', () => undefined) // it closes, which is told below
        from.on('close', () => to.destroy())
        carry(from, to)
      }
    })
  })
  const near = await secured(await connected(middle.place.port), 'client')
  return {
    near,
    far: await far.promise,
    weather: {
      stall: () => {
        for (const socket of hop) socket.unpipe().pause()
      },
      cut: () => {
        for (const socket of hop) socket.destroy()
      },
    },
  }
}

const pipe = (from: Socket, to: Socket): void => void from.pipe(to)

async function connected(port: number): Promise<Socket> {
  const socket = await connectTcp({ host: '127.0.0.1', port })
  if (!socket.ok) throw new Error(socket.refusal.message)
  return socket.value
}

async function secured(socket: Socket, role: 'client' | 'server'): Promise<Link> {
  const [identity, peer] = role === 'client' ? [left, right] : [right, left]
  const link = await tlsOverSocket(socket, { role, identity, peerKey: peer.publicKey })
  if (!link.ok) throw new Error(link.refusal.message)
  return link.value
}
