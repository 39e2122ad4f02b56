import { randomBytes, scryptSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isLinkPassword, networkOf, PasswordDesk } from './link-password.ts'

function hashOf(password: string, cost = 1024): string {
  const salt = randomBytes(16)
  const hash = scryptSync(password, salt, 32, { N: cost })
  return ['scrypt', cost, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

describe('a password', () => {
  it('is the one that was hashed', async () => {
    const hash = hashOf('hunter2')
    expect(await isLinkPassword('hunter2', hash)).toBe(true)
    expect(await isLinkPassword('hunter3', hash)).toBe(false)
    expect(await isLinkPassword('', hash)).toBe(false)
  })

  it.each([
    ['nothing', ''],
    ['another scheme', hashOf('x').replace('scrypt', 'bcrypt')],
    ['a cost that is no power of two', hashOf('x').replace('$1024$', '$1000$')],
    ['a cost that would stop the relay', hashOf('x').replace('$1024$', '$1048576$')],
    ['half a hash', hashOf('x').slice(0, -1)],
  ])('is never that of %s', async (_, hash) => {
    expect(await isLinkPassword('x', hash)).toBe(false)
  })
})

describe('the desk', () => {
  const limits = {
    atOnceMax: 1,
    waitingMax: 2,
    wrongPerAddressMax: 3,
    wrongPerLinkMax: 5,
    windowMs: 1000,
    countersMax: 4,
  }
  const hash = hashOf('right')
  const desk = (clock: { nowMs: number }) => new PasswordDesk({ ...limits, now: () => clock.nowMs })
  const attempt = (address: string, password: string, code = 'link') => ({ code, address, password, hash })

  it('hears no more from an address that was wrong too often, until a while is over', async () => {
    const clock = { nowMs: 0 }
    const at = desk(clock)
    for (let count = 0; count < 3; count += 1) expect(await at.judge(attempt('192.0.2.1', 'wrong'))).toBe('wrong')
    expect(await at.judge(attempt('192.0.2.1', 'right'))).toBe('too-often')
    expect(await at.judge(attempt('192.0.2.2', 'right'))).toBe('right')
    expect(await at.judge(attempt('192.0.2.1', 'right', 'other'))).toBe('right')
    clock.nowMs = 1001
    expect(await at.judge(attempt('192.0.2.1', 'right'))).toBe('right')
  })

  it('hears no more for a link that too many were wrong about', async () => {
    const at = desk({ nowMs: 0 })
    for (let count = 0; count < 5; count += 1) await at.judge(attempt(`192.0.2.${count}`, 'wrong'))
    expect(await at.judge(attempt('192.0.2.99', 'right'))).toBe('too-often')
  })

  it('takes the networks of IPv6 for one address', async () => {
    const at = desk({ nowMs: 0 })
    for (const last of ['1', '2', '3']) await at.judge(attempt(`2001:db8::${last}`, 'wrong'))
    expect(await at.judge(attempt('2001:db8::4', 'right'))).toBe('too-often')
  })

  it('does not count those who were right', async () => {
    const at = desk({ nowMs: 0 })
    for (let count = 0; count < 9; count += 1) expect(await at.judge(attempt('192.0.2.1', 'right'))).toBe('right')
  })

  it('lets so many wait, and counts them before it knows', async () => {
    const at = desk({ nowMs: 0 })
    const all = ['a', 'b', 'c', 'd'].map((address) => at.judge(attempt(address, 'wrong')))
    expect((await Promise.all(all)).toSorted()).toEqual(['busy', 'wrong', 'wrong', 'wrong'])
  })
})

describe('the network of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::', 'fe80:0:0:0'],
  ])('%s is in %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
