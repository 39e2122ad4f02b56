import { describe, expect, test } from 'vitest'
import { Names } from './names.ts'

describe('names', () => {
  test('are taken as the device takes them, and addresses for themselves', async () => {
    const names = new Names()
    expect(await names.addressesOf('localhost')).toContain('127.0.0.1')
    expect(await names.addressesOf('192.0.2.1')).toEqual(['192.0.2.1'])
    expect(await names.addressesOf('2001:db8::1')).toEqual(['2001:db8::1'])
    expect(await names.addressesOf('nowhere.invalid')).toEqual([])
  })

  test('that are asked for at once wait in line, and beyond it there is no answer', async () => {
    const names = new Names({ lookupsMax: 1, waitingMax: 2, rememberedMax: 0 })
    const found = await Promise.all([1, 2, 3, 4, 5].map(() => names.addressesOf('localhost')))
    expect(found.filter((addresses) => addresses.length > 0)).toHaveLength(3)
    // All have had their turn, and there is room again.
    expect(await names.addressesOf('localhost')).toContain('127.0.0.1')
  })

  test('are remembered for a moment, so that many who ask cost one look', async () => {
    const names = new Names({ lookupsMax: 1, waitingMax: 0 })
    const found = await Promise.all(Array.from({ length: 100 }, () => names.addressesOf('localhost')))
    expect(found.every((addresses) => addresses.includes('127.0.0.1'))).toBe(true)
  })

  test('that cannot be told in time have no address', async () => {
    const names = new Names({ timeoutMs: 0 })
    expect(await names.addressesOf('nowhere.invalid')).toEqual([])
  })
})
