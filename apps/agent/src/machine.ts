// What the agent tells of the machine it runs on.

import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname, networkInterfaces, platform } from 'node:os'
import { linuxPlatform, unknownPlatform } from '@farport/vocabulary'

export interface Machine {
  hostname: string
  platform: number
  hardwareId: string | undefined
  internalAddress: string | undefined
}

export function readMachine(): Machine {
  return {
    hostname: hostname().slice(0, 255),
    platform: platformId(),
    hardwareId: hardwareId(),
    internalAddress: internalAddress(),
  }
}

/** The first address of its own network, IPv4 before IPv6. */
export function internalAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const outward = addresses.filter((each) => !each.internal)
  return (outward.find((each) => each.family === 'IPv4') ?? outward[0])?.address
}

/** The networks that it is in, as ranges of addresses. */
export function ownNetworks(): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.flatMap(({ internal, cidr }) => (internal || cidr === null ? [] : [cidr]))
}

function platformId(): number {
  if (platform() === 'darwin') return 256
  if (platform() === 'win32') return 0
  return platform() === 'linux' ? linuxPlatform : unknownPlatform
}

/** Derived from the machine id, which systemd asks not to give away. */
function hardwareId(): string | undefined {
  try {
    const machineId = readFileSync('/etc/machine-id', 'utf8').trim()
    return machineId === ''
      ? undefined
      : createHmac('sha256', machineId).update('farport-hardware').digest('hex').slice(0, 32)
  } catch {
    return undefined
  }
}
