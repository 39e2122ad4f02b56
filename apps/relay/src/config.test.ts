import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const complete = { FARPORT_SERVER_URL: 'https://farport.example', FARPORT_JOIN_SECRET: 's'.repeat(43) }
const read = (env: NodeJS.ProcessEnv) => readConfig(env, { isRoot: true })

test('the least that a relay must be told', () => {
  const config = read(complete)
  expect(config).toMatchObject({
    ok: true,
    value: {
      port: 8443,
      publicHost: '127.0.0.1',
      proxyPorts: { first: 20_000, last: 29_999 },
      stunPort: undefined,
      stateDir: '/var/lib/farport-relay',
      links: {
        domain: 'localhost',
        httpPort: { port: 8081, isWished: false },
        httpsPort: { port: 8444, isWished: false },
        acmeDirectory: undefined,
      },
    },
  })
})

test('the secret is not printed', () => {
  const config = read(complete)
  expect(inspect(config) + JSON.stringify(config)).not.toContain(complete.FARPORT_JOIN_SECRET)
})

test('variables of other programs are tolerated', () => {
  expect(read({ ...complete, FARPORT_ROLES: 'api', DATABASE_URL: 'postgres://x', HOME: '/root' }).ok).toBe(true)
})

test.each([
  ['a misspelt variable', { ...complete, FARPORT_RELAY_PROT: '1' }, 'FARPORT_RELAY_PROT'],
  ['no server', { FARPORT_JOIN_SECRET: complete.FARPORT_JOIN_SECRET }, 'FARPORT_SERVER_URL must be the address'],
  ['a server that is no web address', { ...complete, FARPORT_SERVER_URL: 'ftp://x' }, 'FARPORT_SERVER_URL'],
  ['no secret', { FARPORT_SERVER_URL: complete.FARPORT_SERVER_URL }, 'FARPORT_JOIN_SECRET must be'],
  ['a port beyond the last', { ...complete, FARPORT_RELAY_PORT: '65536' }, 'FARPORT_RELAY_PORT'],
  ['a STUN port that none follows', { ...complete, FARPORT_STUN_PORT: '65535' }, 'FARPORT_STUN_PORT'],
  ['a domain of links that is none', { ...complete, FARPORT_LINKS_DOMAIN: 'links_example' }, 'FARPORT_LINKS_DOMAIN'],
  ['an authority without https', { ...complete, FARPORT_ACME_DIRECTORY: 'http://ca.example/dir' }, 'with https'],
  ['a range that ends before it begins', { ...complete, FARPORT_PROXY_PORTS: '9-3' }, 'no range of ports'],
])('%s is refused by name', (_name, env, sentence) => {
  const config = read(env)
  expect(config.ok).toBe(false)
  expect(config.ok ? '' : config.refusal).toContain(sentence)
})
