import { describe, expect, it } from 'vitest'
import { parsePlace, portCheckOf } from './port-check.ts'

describe('a place to look at', () => {
  it.each([
    ['a name', 'printer.local', 631, true],
    ['an address', '192.0.2.7', 22, true],
    ['an address of version 6', '2001:db8::1', 22, true],
    ['a name with spaces around it', ' printer ', 631, true],
    ['no name', '', 22, false],
    ['half an address', '192.0.2', 22, false],
    ['a command', '$(reboot)', 22, false],
    ['port 0', 'localhost', 0, false],
    ['a port too high', 'localhost', 65_536, false],
  ])('with %s', (_, host, port, isPlace) => {
    expect(parsePlace({ host, port }) !== undefined).toBe(isPlace)
  })
})

describe('what an agent finds', () => {
  it.each([
    ['reachable', { ok: true, value: { reachability: 'REACHABLE' } }],
    ['unreachable', { ok: true, value: { reachability: 'UNREACHABLE', message: 'Why.' } }],
    ['invalid', { ok: true, value: { reachability: 'INVALID', message: 'Why.' } }],
    ['busy', { ok: false, refusal: { code: 'UNAVAILABLE' } }],
    ['offline', { ok: false, refusal: { code: 'OFFLINE' } }],
  ] as const)('is told: %s', (result, told) => {
    expect(portCheckOf({ result, message: 'Why.' })).toMatchObject(told)
  })
})
