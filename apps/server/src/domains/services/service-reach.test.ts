import { describe, expect, it } from 'vitest'
import { checkReach, reachesElsewhere, reachOf } from './service-reach.ts'

const attributes = (allow: unknown) => ({ $farport: { allow } })
const socks = (allow?: unknown) => ({ application: 49, attributes: allow === undefined ? {} : attributes(allow) })

describe('what a service may be used to reach', () => {
  it.each([
    ['of a SOCKS service are its rules', socks(['10.0.0.0/8']), ['10.0.0.0/8']],
    ['may be none', socks([]), []],
    ['are not said by every SOCKS service', socks(), undefined],
    ['are those of texts', socks(['10.0.0.0/8', 7]), ['10.0.0.0/8']],
    ['are nothing to other services', { ...socks(['10.0.0.0/8']), application: 28 }, undefined],
  ])('%s', (_name, service, expected) => {
    expect(reachOf(service)).toEqual(expected)
  })

  it.each<[string, unknown, string]>([
    ['rules', ['10.0.0.0/8', 'printer.lan 631'], ''],
    ['no rule', [], ''],
    ['nothing', undefined, ''],
    ['what is no list', 'everything', 'Please enter a list of places.'],
    ['a mistyped range', ['10.0.0.0/99'], 'Please enter a valid host name, IP address or range like 10.0.0.0/8.'],
    ['a number', [10], 'Please enter a valid host name, IP address or range like 10.0.0.0/8.'],
    ['too many rules', Array.from({ length: 65 }, () => '10.0.0.1'), 'Cannot exceed 64 places'],
  ])('of %s is judged', (_name, allow, sentence) => {
    const verdict = checkReach(attributes(allow))
    expect(verdict.ok ? '' : verdict.refusal).toBe(sentence)
  })

  it.each<[string, Parameters<typeof reachesElsewhere>, boolean]>([
    ['the same', [socks(['a']), socks(['a'])], false],
    ['other rules', [socks(['a']), socks(['b'])], true],
    ['no rules any more', [socks(['a']), socks()], true],
    ['a SOCKS server now', [{ ...socks(), application: 1 }, socks()], true],
    [
      'another kind of web page',
      [
        { ...socks(), application: 7 },
        { ...socks(), application: 8 },
      ],
      false,
    ],
  ])('may be %s', (_name, [old, changed], expected) => {
    expect(reachesElsewhere(old, changed)).toBe(expected)
  })
})
