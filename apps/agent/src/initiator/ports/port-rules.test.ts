import { describe, expect, it } from 'vitest'
import { createClientGate } from './client-gate.ts'
import { localName } from './local-name.ts'
import { portsToTry, remember, rememberedMax } from './port-choice.ts'

describe('the port of a service', () => {
  const none = { remembered: new Map<string, number>(), taken: new Set<number>(), random: 0 }
  it.each<[string, Partial<typeof none>, readonly number[]]>([
    ['is one of the range', {}, [33_000, 33_001]],
    ['starts anywhere, and goes round', { random: 0.99999 }, [42_999, 33_000]],
    ['is the one that it had before', { remembered: new Map([['s', 40_000]]) }, [40_000, 33_000]],
    ['is outside the range when somebody wanted that', { remembered: new Map([['s', 8080]]) }, [8080, 33_000]],
    ['is not the one of another service', { remembered: new Map([['other', 33_000]]) }, [33_001, 33_002]],
    ['is not one that we have taken', { taken: new Set([33_000]) }, [33_001, 33_002]],
    [
      'is not the former one while that is taken',
      { remembered: new Map([['s', 40_000]]), taken: new Set([40_000]) },
      [33_000, 33_001],
    ],
  ])('%s', (_, changes, first) => {
    const ports = portsToTry('s', { ...none, ...changes })
    expect(ports.slice(0, 2)).toEqual(first)
    expect(ports.length).toBeLessThanOrEqual(65)
    expect(new Set(ports).size).toBe(ports.length)
  })

  it('is remembered, and the oldest is forgotten for it', () => {
    const full = new Map(Array.from({ length: rememberedMax }, (_, index) => [`s${index}`, 33_000 + index]))
    const next = remember(full, 'new', 42_000)
    expect(next.size).toBe(rememberedMax)
    expect([...next].at(-1)).toEqual(['new', 42_000])
    expect(next.has('s0')).toBe(false)
    expect([...remember(next, 's5', 42_001)].at(-1)).toEqual(['s5', 42_001])
    expect(remember(next, 's5', 42_001).size).toBe(rememberedMax)
  })
})

describe('the name of a connection', () => {
  it.each([
    ['SSH', 'demo', [], 'ssh-demo'],
    ['Web page', "Ada's Mac.local", [], 'web-page-ada-s-mac'],
    ['日本', '語', [], 'connection'],
    ['--a--', '.b.', [], 'a-b'],
    ['SSH', 'demo', ['ssh-demo', 'ssh-demo-2'], 'ssh-demo-3'],
    ['x'.repeat(100), 'demo', [], 'x'.repeat(62)],
    ['x'.repeat(100), 'demo', ['x'.repeat(62)], `${'x'.repeat(57)}-2`],
  ])('of %s on %s', (service, device, taken, name) => {
    expect(localName(service, device, new Set(taken))).toBe(name)
  })
})

describe('who may use a local port', () => {
  it.each<[string, string[] | 'anyone' | undefined, string, boolean]>([
    ['this machine', undefined, '127.0.0.1', true],
    ['this machine by IPv6', undefined, '::1', true],
    ['nobody else', undefined, '192.168.1.7', false],
    ['anyone, when that was said', 'anyone', '203.0.113.9', true],
    ['one address', ['192.168.1.7'], '192.168.1.7', true],
    ['only that one', ['192.168.1.7'], '192.168.1.8', false],
    ['in IPv6 clothes, too', ['192.168.1.7'], '::ffff:192.168.1.7', true],
    ['this machine, whatever was said', ['192.168.1.7'], '127.0.0.1', true],
    ['a /24', ['192.168.1.7/24'], '192.168.1.200', true],
    ['not the next /24', ['192.168.1.7/24'], '192.168.2.1', false],
    ['a /16', ['172.16.1.1/16'], '172.16.250.1', true],
    ['not the next /16', ['172.16.1.1/16'], '172.17.0.1', false],
    ['a /8', ['10.1.2.3/8'], '10.250.1.1', true],
    ['not the next /8', ['10.1.2.3/8'], '11.0.0.1', false],
    ['an IPv6 address', ['fd00::7'], 'fd00::7', true],
    ['with the name of an interface', ['fe80::7'], 'fe80::7%eth0', true],
  ])('%s', (_, ranges, address, isAdmitted) => {
    const rule =
      ranges === undefined
        ? undefined
        : ranges === 'anyone'
          ? ({ rule: 'anyone' } as const)
          : ({ rule: 'ranges', ranges } as const)
    const gate = createClientGate(rule)
    expect(gate.ok && gate.value.admits(address)).toBe(isAdmitted)
  })

  it.each(['192.168.1.0/23', '10.0.0.0/0', 'fd00::/8', 'nonsense', '1.2.3.4/24/8', '300.1.1.1'])(
    '%s is refused',
    (range) => {
      expect(createClientGate({ rule: 'ranges', ranges: [range] })).toMatchObject({
        ok: false,
        refusal: expect.stringContaining(range) as string,
      })
    },
  )

  it('a latch is refused', () => {
    expect(createClientGate({ rule: 'latch' }).ok).toBe(false)
  })
})
