// Speaks PCP, or NAT-PMP where a router knows nothing else, with the router of a network.

import { randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { Result } from '@farport/basics'
import {
  decodeNatPmpAddress,
  decodeNatPmpMap,
  decodePcpMap,
  encodeNatPmpMap,
  encodePcpMap,
  natPmpAddressQuestion,
  pcpNonceBytes,
  portControlPort,
  type GivenPort,
  type PortControlRefusal,
  type PortRequest,
} from './port-control.ts'

/** A router is near: one that says nothing by then does not speak this. */
const askAgainMs = 250
const answerWithinMs = 900

/** To be asked again with the same nonce: a router knows by it whose port it is. */
export interface RouterClient extends AsyncDisposable {
  /** Undefined when the router does not give it. */
  ask(request: PortRequest): Promise<GivenPort | undefined>
}

export async function connectToRouter(router: string): Promise<RouterClient | undefined> {
  const socket = createSocket('udp4')
  // A router that answers nothing is known by its silence.
  socket.on('error', () => undefined)
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('error', () => resolve(false))
    socket.connect(portControlPort, router, () => resolve(true))
  })
  const close = async (): Promise<void> => {
    const closed = once(socket, 'close')
    socket.close()
    await closed
  }
  if (!isConnected) {
    await close()
    return undefined
  }
  const nonces = new Map<string, Uint8Array>()
  return {
    async ask(request) {
      const key = `${request.protocol} ${request.ownPort}`
      const nonce = nonces.get(key) ?? randomBytes(pcpNonceBytes)
      nonces.set(key, nonce)
      const given = await question(socket, encodePcpMap(request, nonce), (bytes) => decodePcpMap(bytes, request, nonce))
      if (given?.ok === true) return given.value
      return given?.refusal === 'old' ? await askOld(socket, request) : undefined
    },
    [Symbol.asyncDispose]: close,
  }
}

async function askOld(socket: Socket, request: PortRequest): Promise<GivenPort | undefined> {
  const given = await question(socket, encodeNatPmpMap(request), (bytes) => decodeNatPmpMap(bytes, request))
  if (given?.ok !== true || request.lifetimeSeconds === 0) return undefined
  const host = await question(socket, natPmpAddressQuestion, decodeNatPmpAddress)
  return host?.ok === true ? { host: host.value, ...given.value } : undefined
}

/** Only the router's packets come: the socket is connected to it. Undefined when none of them is an answer. */
function question<Value>(
  socket: Socket,
  bytes: Uint8Array,
  read: (answer: Buffer) => Result<Value, PortControlRefusal>,
): Promise<Result<Value, PortControlRefusal> | undefined> {
  return new Promise((resolve) => {
    const ask = (): void => socket.send(bytes, () => undefined) // what is lost is asked again
    const settle = (answer?: Result<Value, PortControlRefusal>): void => {
      clearInterval(again)
      clearTimeout(timer)
      socket.off('message', onMessage)
      resolve(answer)
    }
    const onMessage = (message: Buffer): void => {
      const answer = read(message)
      if (answer.ok || answer.refusal !== 'other') settle(answer)
    }
    const again = setInterval(ask, askAgainMs)
    const timer = setTimeout(settle, answerWithinMs)
    socket.on('message', onMessage)
    ask()
  })
}
