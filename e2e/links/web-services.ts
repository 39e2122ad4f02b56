// For tests of links: web services as devices have them, and curl as people have it.

import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface WebService extends AsyncDisposable {
  readonly server: Server
  readonly port: number
}

export async function startWebService(
  answer: RequestListener,
  tls?: { cert: string; key: string },
): Promise<WebService> {
  const server = tls === undefined ? createServer(answer) : createSecureServer(tls, answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    server,
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export interface CurlAnswer {
  readonly status: number
  readonly version: string
  /** In lower case; the last one of a name. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
  readonly exitCode: number
}

/** The real program. Names below localhost lead to this machine. */
export async function curl(url: string, ...args: string[]): Promise<CurlAnswer> {
  const { hostname, port } = new URL(url)
  const program = spawn('curl', [
    '--silent',
    '--include',
    '--insecure',
    '--http1.1',
    '--max-time',
    '20',
    '--resolve',
    `${hostname}:${port}:127.0.0.1`,
    ...args,
    url,
  ])
  const closed = once(program, 'close') as Promise<[number]> // the event's one argument that counts
  const said = await text(program.stdout.setEncoding('utf8'))
  const [exitCode] = await closed
  // Interim answers come before the last one.
  const blocks = said.split('\r\n\r\n')
  while (blocks.length > 2 && /^HTTP\/[\d.]+ 1\d\d/.test(blocks[0] ?? '')) blocks.shift()
  const [head = '', ...rest] = blocks
  const [start = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const [, version = '', status = '0'] = /^HTTP\/([\d.]+) (\d+)/.exec(start) ?? []
  return { status: Number(status), version, headers: new Map(headers), body: rest.join('\r\n\r\n'), exitCode }
}

/** Gives back each datagram that it gets. */
export async function startUdpEcho(): Promise<{ port: number } & AsyncDisposable> {
  const socket = createSocket('udp4')
  socket.on('message', (bytes, from) => socket.send(bytes, from.port, from.address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    port: socket.address().port,
    async [Symbol.asyncDispose]() {
      socket.close()
      await once(socket, 'close')
    },
  }
}
