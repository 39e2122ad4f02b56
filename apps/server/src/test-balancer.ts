// For tests: sends each request to another server process than the one before, as a balancer in front of several does.

import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

const host = '127.0.0.1'

/** Listens on a port of this machine, and passes on to others of it. */
export async function startBalancer(port: number, ports: readonly number[]): Promise<AsyncDisposable> {
  const agent = new Agent({ keepAlive: true })
  const sockets = new Set<Socket>()
  let turn = 0
  const nextPort = () => ports[(turn += 1) % ports.length]

  /** The whole body at once: a server that refuses its length ends the connection, and would be cut off mid-word. */
  async function forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method, url: path, rawHeaders: headers } = asked
    const body = await buffer(asked).catch(() => undefined)
    if (body === undefined) return void answer.destroy() // whoever asked has gone
    const sent = request({ agent, host, port: nextPort(), method, path, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.rawHeaders)
      got.pipe(answer)
    })
    sent.on('error', () => answer.destroy()) // what asked sees the connection end, as it does without us
    answer.on('close', () => sent.destroy())
    sent.end(body)
  }

  function upgrade(asked: IncomingMessage, socket: Socket, head: Buffer): void {
    const upstream = connect(nextPort() ?? 0, host)
    const lines = Array.from({ length: asked.rawHeaders.length / 2 }, (_, index) =>
      asked.rawHeaders.slice(index * 2, index * 2 + 2).join(': '),
    )
    upstream.write([`${asked.method} ${asked.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    upstream.write(head)
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => one.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  }

  const server = createServer({ keepAliveTimeout: 0 }, (asked, answer) => void forward(asked, answer))
  server.on('upgrade', upgrade)
  server.listen(port, host)
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
      agent.destroy()
      await closed
    },
  }
}
