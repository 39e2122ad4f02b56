import { describe, expect, it } from 'vitest'
import { chooseDeviceName, cleanDeviceName, deviceNameKey, findFreeDeviceName } from './device-name.ts'

const takes = (...names: string[]) => {
  const keys = new Set(names.map(deviceNameKey))
  return (name: string) => keys.has(deviceNameKey(name))
}

describe('a device name', () => {
  it.each([
    ['lab-pi', 'lab-pi'],
    ['  lab pi  ', 'lab pi'],
    ['lab.pi', 'lab-pi'],
    ['Mac.local', 'Mac'],
    ['Mac.LOCAL', 'Mac'],
    ['a.local.b', 'a-local-b'],
    ['<script>', '-script-'],
    ['研究室の Pi', '研究室の Pi'],
    ['Ku\u0308che', 'Küche'],
    ['a\u202Eb\u200B', 'a-b-'],
    ['\u001B[31mred', '--31mred'],
    ['.local', ''],
    ['   ', ''],
  ])('%j is cleaned to %j', (text, name) => {
    expect(cleanDeviceName(text)).toBe(name)
  })

  it.each([
    ['lab-pi', { ok: true, value: 'lab-pi' }],
    ['', { ok: false, refusal: 'empty' }],
    ['x'.repeat(100), { ok: true, value: 'x'.repeat(100) }],
    ['x'.repeat(101), { ok: false, refusal: 'too-long' }],
    ['Kitchen', { ok: false, refusal: 'taken' }],
    ['KITCHEN', { ok: false, refusal: 'taken' }],
  ])('%j asked for by a person beside "kitchen": %j', (text, result) => {
    expect(chooseDeviceName(text, takes('kitchen'))).toEqual(result)
  })

  it.each([
    ['pi', [], 'pi'],
    ['pi', ['PI'], 'pi-2'],
    ['pi', ['pi', 'pi-2', 'pi-3'], 'pi-4'],
    ['', [], 'device'],
    [`${'x'.repeat(99)}𠮷`, [], 'x'.repeat(99)],
    ['x'.repeat(300), ['x'.repeat(100)], `${'x'.repeat(98)}-2`],
  ])('%j at enrolment beside %j becomes %j', (wish, taken, name) => {
    expect(findFreeDeviceName(wish, takes(...taken))).toBe(name)
  })
})
