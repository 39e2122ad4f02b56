// Binds the local port of a connection: the one that was asked for, or the first that can be had.

import { networkInterfaces } from 'node:os'
import { isIP } from 'node:net'
import { refuse, type Result } from '@farport/basics'
import { isLoopback, localPorts } from '@farport/protocol'
import type { LocalPort, LocalPortOptions } from './local-port.ts'
import { portsToTry, type PortFacts } from './port-choice.ts'
import { openTcpPort } from './tcp-port.ts'
import { openUdpPort } from './udp-port.ts'

export interface PortWish {
  readonly protocol: 'TCP' | 'UDP'
  readonly serviceId: string
  readonly host: string
  readonly port: number | undefined
}

/** Refused with a sentence. */
export async function openPort(
  { protocol, serviceId, host, port }: PortWish,
  facts: PortFacts,
  options: LocalPortOptions,
): Promise<Result<LocalPort, string>> {
  if (!isOwnAddress(host)) return refuse(`${host} is no address of this machine, so nothing can be bound to it.`)
  const open = protocol === 'TCP' ? openTcpPort : openUdpPort
  if (port !== undefined) {
    const opened = await open({ host, port }, options)
    return opened.ok ? opened : refuse(sentenceFor(opened.refusal, host, port))
  }
  for (const each of portsToTry(serviceId, facts)) {
    const opened = await open({ host, port: each }, options)
    if (opened.ok) return opened
    if (opened.refusal !== 'EADDRINUSE' && opened.refusal !== 'EACCES') {
      return refuse(sentenceFor(opened.refusal, host, each))
    }
  }
  return refuse(`No port between ${localPorts.first} and ${localPorts.last} is free. Name one yourself.`)
}

function isOwnAddress(host: string): boolean {
  if (isIP(host) === 0) return false
  const own = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))
  return host === '0.0.0.0' || host === '::' || isLoopback(host) || own.includes(host)
}

function sentenceFor(code: string, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is used by another program. Choose another.`
    case 'EACCES':
      return `This user may not bind port ${port}. Ports below 1024 need more rights; choose a higher one.`
    case 'EADDRNOTAVAIL':
      return `${host} is no address of this machine, so nothing can be bound to it.`
    default:
      return `Port ${port} on ${host} cannot be bound: ${code}.`
  }
}
