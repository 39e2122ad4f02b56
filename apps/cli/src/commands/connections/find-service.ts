// Which service a person means: an id, a name, a type, or `device/service`.

import { accept, refuse, type Result } from '@farport/basics'
import type { DeviceFacts, ServiceFacts } from '../../api/documents.ts'

export interface FoundService {
  device: DeviceFacts
  service: ServiceFacts
}

const namedMax = 8

/** Names are compared without case. A full name wins over a type ("ssh"), so that both stay reachable. */
export function findService(devices: DeviceFacts[], word: string): Result<FoundService, string> {
  const all = devices.flatMap((device) => device.services.map((service) => ({ device, service })))
  const ways: ((found: FoundService) => boolean)[] = [
    ({ service }) => service.id === word,
    ({ device, service }) =>
      isSame(`${device.name}/${service.name}`, word) || isSame(`${device.id}/${service.name}`, word),
    ({ device, service }) =>
      isSame(`${device.name}/${service.type}`, word) || isSame(`${device.id}/${service.type}`, word),
    ({ service }) => isSame(service.name, word),
    ({ service }) => isSame(service.type, word),
  ]
  for (const way of ways) {
    const found = all.filter(way)
    if (found.length > 1) return refuse(ambiguous(word, found))
    if (found[0] !== undefined) return accept(found[0])
  }
  return refuse(unknown(devices, word))
}

function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}

function ambiguous(word: string, found: FoundService[]): string {
  const names = found.map(({ device, service }) => `  ${device.name}/${service.name}  (${service.id})`)
  const more = names.length > namedMax ? [`  … and ${names.length - namedMax} more`] : []
  return [`"${word}" is the name of several services. Say which:`, ...names.slice(0, namedMax), ...more].join('\n')
}

function unknown(devices: DeviceFacts[], word: string): string {
  const isMeant = (name: string): boolean => isSame(name, word) || isSame(`${name}/`, word.slice(0, name.length + 1))
  const device = devices.find(({ id, name }) => isMeant(id) || isMeant(name))
  if (device === undefined) return `There is no service "${word}". See them all: farport services list`
  if (device.services.length === 0) return `${device.name} has no services yet. Add one in the portal.`
  const names = device.services.slice(0, namedMax).map(({ name }) => `  ${device.name}/${name}`)
  const isWhole = word === device.id || isSame(device.name, word)
  const what = isWhole ? `${word} is a device` : `${device.name} has no service of that name`
  return [`${what}. Say which of its services:`, ...names].join('\n')
}
