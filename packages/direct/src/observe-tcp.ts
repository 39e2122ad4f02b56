// Asks a relay, over TCP, how the port that the question came from looks from outside (STUN over TCP, RFC 8489). The
// connection stays as long as the port is needed, so that the NAT keeps the port for it.

import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { decodeStun, encodeStunRequest, stunMessageBytesMax, stunTransactionIdBytes } from '@farport/protocol'
import type { Place } from '@farport/transport'
import { dialOnce } from './tcp-dial.ts'

const answerWithinMs = 1400
const headBytes = 20

/**
 * How `localPort` looks; undefined when there is no answer. The connection ends with the signal. The port is bound by its
 * number, and not chosen by the system, for only then may other connections come from it at the same time.
 */
export async function observeTcp(server: Place, localPort: number, signal: AbortSignal): Promise<Place | undefined> {
  const socket = await dialOnce(server, { localPort, tryMs: answerWithinMs, signal })
  if (typeof socket === 'string') return undefined
  socket.on('error', () => undefined) // an answer that does not come says it
  signal.addEventListener('abort', () => socket.destroy())
  const transactionId = randomBytes(stunTransactionIdBytes)
  socket.write(encodeStunRequest(transactionId))
  const bytes = await readMessage(socket)
  const message = bytes && decodeStun(bytes)
  const answer = message?.ok === true ? message.value : undefined
  if (answer?.type === 'answer' && answer.transactionId.equals(transactionId)) return answer.address
  socket.destroy()
  return undefined
}

function readMessage(socket: Socket): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0)
    const settle = (message?: Buffer): void => {
      clearTimeout(timer)
      socket.off('data', onData).off('close', onGone).off('end', onGone)
      resolve(message)
    }
    const onData = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk])
      const length = bytes.length < headBytes ? headBytes : headBytes + bytes.readUInt16BE(2)
      if (length > stunMessageBytesMax) settle()
      else if (bytes.length >= length) settle(bytes.subarray(0, length))
    }
    const onGone = (): void => settle()
    const timer = setTimeout(onGone, answerWithinMs)
    socket.on('data', onData).on('close', onGone).on('end', onGone)
  })
}
