// Asks a router for a port of its own that leads here: PCP (RFC 6887) and its forerunner NAT-PMP (RFC 6886), both over UDP
// to port 5351. Numbers are big-endian. A lifetime of 0 gives the port back.
//
//   PCP       request: 2, 1 (MAP), two zeros, lifetime u32, own address (16); nonce (12), protocol, three zeros, own port
//             u16, wanted port u16, wanted address (16). Answer: 2, 129, 0, result, lifetime u32, epoch u32, twelve zeros;
//             then as in the request, with the port and address that were given
//   NAT-PMP   request: 0, 1 (UDP) or 2 (TCP), two zeros, own port u16, wanted port u16, lifetime u32
//             answer: 0, 129 or 130, result u16, epoch u32, own port u16, given port u16, lifetime u32
//             the router's address: 0, 0; answer: 0, 128, result u16, epoch u32, address (4)

import { accept, refuse, type Result } from '@farport/basics'
import { ipFromBytes, ipToBytes } from '@farport/protocol'

export const portControlPort = 5351

export interface PortRequest {
  readonly protocol: 'tcp' | 'udp'
  readonly ownHost: string
  readonly ownPort: number
  readonly wantedPort: number
  readonly lifetimeSeconds: number
}

export interface GivenPort {
  readonly host: string
  readonly port: number
  readonly lifetimeSeconds: number
}

/** old: the router speaks NAT-PMP only. other: not an answer to this question. */
export type PortControlRefusal = 'refused' | 'old' | 'other'

export const pcpNonceBytes = 12
const pcpBytes = 60
const pcpMap = 1
const answerBit = 0x80
const protocolNumber = { tcp: 6, udp: 17 } as const

export function encodePcpMap(request: PortRequest, nonce: Uint8Array): Buffer {
  const bytes = Buffer.alloc(pcpBytes)
  bytes[0] = 2
  bytes[1] = pcpMap
  bytes.writeUInt32BE(request.lifetimeSeconds, 4)
  bytes.set(mappedAddress(request.ownHost), 8)
  bytes.set(nonce, 24)
  bytes[36] = protocolNumber[request.protocol]
  bytes.writeUInt16BE(request.ownPort, 40)
  bytes.writeUInt16BE(request.wantedPort, 42)
  bytes.set(mappedAddress('0.0.0.0'), 44)
  return bytes
}

export function decodePcpMap(
  bytes: Buffer,
  request: PortRequest,
  nonce: Uint8Array,
): Result<GivenPort, PortControlRefusal> {
  if (bytes[0] === 0 && bytes.length >= 4) return refuse('old')
  const isAnswer = bytes.length >= pcpBytes && bytes[0] === 2 && bytes[1] === (pcpMap | answerBit)
  if (!isAnswer) return refuse('other')
  const isOurs =
    bytes.subarray(24, 36).equals(nonce) &&
    bytes[36] === protocolNumber[request.protocol] &&
    bytes.readUInt16BE(40) === request.ownPort
  if (!isOurs) return refuse('other')
  const host = ipFromBytes(bytes.subarray(44, 60))
  const port = bytes.readUInt16BE(42)
  if (bytes[3] !== 0 || host === undefined || port === 0) return refuse('refused')
  return accept({ host, port, lifetimeSeconds: bytes.readUInt32BE(4) })
}

export function encodeNatPmpMap({ protocol, ownPort, wantedPort, lifetimeSeconds }: PortRequest): Buffer {
  const bytes = Buffer.alloc(12)
  bytes[1] = natPmpOperation[protocol]
  bytes.writeUInt16BE(ownPort, 4)
  bytes.writeUInt16BE(wantedPort, 6)
  bytes.writeUInt32BE(lifetimeSeconds, 8)
  return bytes
}

const natPmpOperation = { udp: 1, tcp: 2 } as const

export function decodeNatPmpMap(
  bytes: Buffer,
  { protocol, ownPort }: PortRequest,
): Result<Omit<GivenPort, 'host'>, PortControlRefusal> {
  if (bytes.length < 4 || bytes[0] !== 0 || bytes[1] !== (natPmpOperation[protocol] | answerBit)) return refuse('other')
  if (bytes.readUInt16BE(2) !== 0) return refuse('refused')
  if (bytes.length < 16 || bytes.readUInt16BE(8) !== ownPort) return refuse('other')
  return accept({ port: bytes.readUInt16BE(10), lifetimeSeconds: bytes.readUInt32BE(12) })
}

export const natPmpAddressQuestion = Uint8Array.of(0, 0)

export function decodeNatPmpAddress(bytes: Buffer): Result<string, PortControlRefusal> {
  if (bytes.length < 12 || bytes[0] !== 0 || bytes[1] !== answerBit) return refuse('other')
  const host = ipFromBytes(bytes.subarray(8, 12))
  return bytes.readUInt16BE(2) === 0 && host !== undefined ? accept(host) : refuse('refused')
}

/** IPv4 inside IPv6, as PCP writes it. */
function mappedAddress(host: string): Uint8Array {
  const plain = ipToBytes(host) ?? new Uint8Array(4)
  if (plain.length === 16) return plain
  const bytes = new Uint8Array(16)
  bytes.set([0xff, 0xff], 10)
  bytes.set(plain, 12)
  return bytes
}
