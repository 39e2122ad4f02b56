// The local control socket: interfaces of this machine's user order connections here, and watch them.

import { chmodSync } from 'node:fs'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { accept, refuse, type Result } from '@farport/basics'
import { ControlClient, type ControlClientOptions } from './control-client.ts'
import { Holds } from './holds.ts'

export interface ControlServerOptions extends ControlClientOptions {
  readonly path: string
}

export interface ControlServer extends AsyncDisposable {
  /** Interfaces that are connected. */
  readonly clients: number
}

const clientsMax = 32
/** What the systems take as the name of a socket. */
const pathBytesMax = 103

/** Refused with a sentence: another one listens there, or nothing can. */
export async function startControlServer(options: ControlServerOptions): Promise<Result<ControlServer, string>> {
  const { path } = options
  const isPipe = path.startsWith('\\\\')
  if (!isPipe && Buffer.byteLength(path) > pathBytesMax) {
    return refuse(`${path} is too long for the name of a socket. Set FARPORT_STATE_DIR to a shorter one.`)
  }
  // The directory is its user's alone before the socket is there, and so is the socket at every moment.
  if (!isPipe) await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  if (!isPipe) await chmod(dirname(path), 0o700)
  const server = createServer()
  const isListening = (await listens(server, path)) || (!(await isAnswered(path)) && (await takenOver(server, path)))
  if (!isListening) return refuse('A local agent runs already.')
  // At once: whoever comes before it serves would be heard by nobody.
  if (!isPipe) chmodSync(path, 0o600)
  return accept(serve(server, options))
}

function serve(server: Server, options: ControlServerOptions): ControlServer {
  const sockets = new Set<Socket>()
  const holds = new Holds()
  const unwatch = options.initiator.watch(({ connectionId, state }) => {
    if (state === 'disconnected') holds.forget(connectionId)
  })
  server.on('error', () => undefined) // one that cannot be accepted is the client's trouble
  server.on('connection', (socket) => {
    if (sockets.size >= clientsMax) return void socket.destroy()
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    const client = new ControlClient(socket, options, holds)
    socket.on('close', () => {
      sockets.delete(socket)
      client[Symbol.dispose]()
    })
  })
  return {
    get clients() {
      return sockets.size
    },
    async [Symbol.asyncDispose]() {
      unwatch()
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroySoon()
      await closed
    },
  }
}

async function listens(server: Server, path: string): Promise<boolean> {
  server.listen(path)
  try {
    await once(server, 'listening')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  }
}

/** A socket that nobody answers was left behind by one that fell. */
async function takenOver(server: Server, path: string): Promise<boolean> {
  await rm(path, { force: true })
  return await listens(server, path)
}

async function isAnswered(path: string): Promise<boolean> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false // nobody is there
  } finally {
    socket.destroy()
  }
}
