import { describe, expect, it } from 'vitest'
import {
  applicationTypeOf,
  applicationTypes,
  devicePlatformOf,
  devicePlatforms,
  initiatorPlatforms,
  preferredApplications,
  quickApplications,
  tagColours,
  unknownPlatform,
} from './index.ts'

describe('the tables', () => {
  it.each([
    ['application types', applicationTypes],
    ['device platforms', devicePlatforms],
    ['initiator platforms', initiatorPlatforms],
    ['tag colours', tagColours],
  ] as const)('of %s name every id once, in order', (_, table) => {
    const ids = table.map((row) => row.id)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
    expect(table.every((row) => row.name.length > 0)).toBe(true)
  })

  it('answer an unknown id with plain TCP and the unknown platform', () => {
    expect(applicationTypeOf(4711)).toMatchObject({ id: 1, port: 0, protocol: 'TCP' })
    expect(devicePlatformOf(4711).id).toBe(unknownPlatform)
  })

  it.each([
    [28, 'SSH', 22],
    [8, 'HTTPS', 443],
    [5, 'RDP', 3389],
    [46, 'PostgreSQL', 5432],
    [32_770, 'WireGuard', 51_820],
  ])('know application %d as %s on port %d', (id, name, port) => {
    expect(applicationTypeOf(id)).toMatchObject({ name, port })
  })

  it('offer only types that exist', () => {
    for (const id of [...preferredApplications, ...quickApplications])
      expect(applicationTypeOf(id)).toMatchObject({ id, use: 'offered' })
  })

  it('use UDP exactly from 32769 on', () => {
    for (const type of applicationTypes)
      expect([type.id, type.protocol]).toEqual([type.id, type.id >= 32_769 ? 'UDP' : 'TCP'])
  })
})
