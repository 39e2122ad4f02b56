import { describe, expect, it } from 'vitest'
import { changedService, isHost, newService, serviceState, subdomainOf } from './service.ts'

const ssh = { application: 28, name: 'SSH', host: 'localhost', port: 22, enabled: true }
const ok = (value: object) => ({ ok: true, value })
const refused = (refusal: string) => ({ ok: false, refusal })

describe('a new service', () => {
  it.each([
    ['of a type takes its name and port', { application: 28 }, ok(ssh)],
    ['of no type is plain TCP on port 1', {}, ok({ ...ssh, application: 1, name: 'TCP', port: 1 })],
    [
      'keeps what was said',
      { application: 28, name: ' shell ', host: 'nas.lan', port: 2222, enabled: false },
      ok({ application: 28, name: 'shell', host: 'nas.lan', port: 2222, enabled: false }),
    ],
    ['with a blank name takes the type’s', { application: 28, name: '   ' }, ok(ssh)],
    ['with a port above takes the highest', { application: 28, port: 70_000 }, ok({ ...ssh, port: 65_535 })],
    ['with a port below takes 0', { application: 28, port: -1 }, ok({ ...ssh, port: 0 })],
    ['with a port that is no number takes 0', { application: 28, port: NaN }, ok({ ...ssh, port: 0 })],
    ['with a name too long is refused', { application: 28, name: 'x'.repeat(101) }, refused('name-too-long')],
    ['with a host that cannot be is refused', { application: 28, host: 'a b' }, refused('host-invalid')],
    ['of an unknown type is refused', { application: 4711 }, refused('application-invalid')],
    ['cannot be the device itself', { application: 35 }, refused('application-invalid')],
  ])('%s', (_, wish, result) => {
    expect(newService(wish)).toEqual(result)
  })
})

describe('a changed service', () => {
  it.each([
    ['keeps what was not said', {}, ok(ssh)],
    ['keeps what was said to be null', { name: null, port: null }, ok(ssh)],
    ['takes what was said', { port: 23, enabled: false }, ok({ ...ssh, port: 23, enabled: false })],
    ['falls back to its type’s name', { application: 8, name: '' }, ok({ ...ssh, application: 8, name: 'HTTPS' })],
    ['is refused with a bad host', { host: '-x' }, refused('host-invalid')],
  ])('%s', (_, wish, result) => {
    expect(changedService(ssh, wish)).toEqual(result)
  })
})

describe('a host', () => {
  it.each(['localhost', 'nas.lan', 'a-b.c_d', '10.0.0.1', '::1', 'fe80::1%eth0', 'example.com.', '2001:db8::2'])(
    '%s is one',
    (text) => expect(isHost(text)).toBe(true),
  )
  it.each(['', '-x', 'x-', 'a..b', '256.1.1.1', '1.2.3', 'a b', 'http://x', 'x:1', 'x/y', 'x'.repeat(256), ':', 'a\n'])(
    '%j is none',
    (text) => expect(isHost(text)).toBe(false),
  )
})

describe('a service', () => {
  it.each([
    [true, true, 'active'],
    [true, false, 'inactive'],
    [false, true, 'inactive'],
  ])('enabled %s on a device online %s is %s', (enabled, isOnline, state) => {
    expect(serviceState({ enabled }, { isOnline })).toBe(state)
  })

  it.each([
    ['SSH - lab pi', 'ssh---lab-pi'],
    ['--x--', 'x'],
    ['日本', ''],
  ])('named %j has the subdomain %j', (name, subdomain) => {
    expect(subdomainOf(name)).toBe(subdomain)
  })
})
