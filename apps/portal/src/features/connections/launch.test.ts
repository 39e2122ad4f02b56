import { describe, expect, it } from 'vitest'
import { endpointText, isWeb, launchCommand, launchUrl, wantsUsername } from './launch.ts'

const at = (application: number, username = '') => ({ application, host: 'relay.test', port: 20_001, username })

describe('the command', () => {
  it.each([
    ['SSH', at(28, 'pi'), 'ssh -p 20001 pi@relay.test'],
    ['SSH, nobody named', at(28), 'ssh -p 20001 user@relay.test'],
    ['SSH, a name that a shell would run', at(28, '$(reboot)'), 'ssh -p 20001 user@relay.test'],
    ['PostgreSQL', at(46, 'ann'), 'psql -h relay.test -p 20001 -U ann'],
    ['the Docker API', at(47), 'docker -H relay.test:20001 ps'],
    ['plain TCP', at(1), undefined],
    ['a kind that we do not know', at(9999), undefined],
  ])('for %s', (_, target, command) => {
    expect(launchCommand(target)).toBe(command)
  })
})

describe('the link', () => {
  it.each([
    ['SSH', at(28, 'pi'), 'ssh://pi@relay.test:20001'],
    ['SSH, nobody named', at(28), 'ssh://relay.test:20001'],
    ['SSH with an odd name', at(28, 'a b'), 'ssh://a%20b@relay.test:20001'],
    ['a web page', at(7), 'http://relay.test:20001'],
    ['a type with a scheme', at(44), 'redis://relay.test:20001'],
    ['plain TCP', at(1), undefined],
  ])('for %s', (_, target, url) => {
    expect(launchUrl(target)).toBe(url)
  })
})

it('only what opens in a tab is web, only what takes a name asks for one', () => {
  expect([7, 8, 38].every(isWeb)).toBe(true)
  expect([28, 4, 1].some(isWeb)).toBe(false)
  expect([28, 46, 4].every(wantsUsername)).toBe(true)
  expect([7, 1].some(wantsUsername)).toBe(false)
})

it('an IPv6 address stands in brackets', () => {
  expect(endpointText({ host: '::1', port: 5 })).toBe('[::1]:5')
  expect(endpointText({ host: 'relay.test', port: 5 })).toBe('relay.test:5')
})
