import { describe, expect, it } from 'vitest'
import type { DeviceFacts } from '../../api/documents.ts'
import { findService } from './find-service.ts'

const service = (id: string, name: string, type: string) => ({
  id,
  name,
  type,
  application: 28,
  state: 'active',
  host: 'localhost',
  port: 22,
  connections: [],
  peers: [],
})
const device = (id: string, name: string, services: DeviceFacts['services']): DeviceFacts => ({
  id,
  name,
  state: 'active',
  version: null,
  lastReported: null,
  services,
})

const devices = [
  device('d-1', 'attic', [service('s-1', 'Shell', 'SSH'), service('s-2', 'Files', 'Samba')]),
  device('d-2', '機器', [service('s-3', 'Shell', 'SSH'), service('s-4', 'Samba', 'TCP')]),
  device('d-3', 'empty', []),
]

describe('a service', () => {
  it.each([
    ['an id', 's-2', 's-2'],
    ['a name', 'files', 's-2'],
    ['a device and a name', 'Attic/shell', 's-1'],
    ["a device's id and a name", 'd-2/shell', 's-3'],
    ['a device and a type', 'attic/samba', 's-2'],
    ['a name rather than a type', 'samba', 's-4'],
  ])('is found by %s', (_, word, id) => {
    expect(findService(devices, word)).toMatchObject({ ok: true, value: { service: { id } } })
  })

  it.each([
    ['the name of several', 'shell', ['attic/Shell  (s-1)', '機器/Shell  (s-3)']],
    ['the type of several', 'ssh', ['attic/Shell', '機器/Shell']],
    ['a device', 'attic', ['attic/Shell', 'attic/Files']],
    ['a device without services', 'empty', ['Add one in the portal']],
    ['a device and a name that it has not', 'attic/printer', ['attic has no service of that name', 'attic/Shell']],
    ['nothing', 'nowhere', ['farport services list']],
  ])('is not guessed from %s', (_, word, parts) => {
    const found = findService(devices, word)
    for (const part of parts) expect(found).toEqual({ ok: false, refusal: expect.stringContaining(part) as string })
  })
})
