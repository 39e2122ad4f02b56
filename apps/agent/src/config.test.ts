import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('root keeps its state with the system, others at home', () => {
  expect(readConfig({}, { isRoot: true })).toMatchObject({
    ok: true,
    value: { stateDir: '/var/lib/farport', logLevel: 'info' },
  })
  const home = readConfig({}, { isRoot: false })
  expect(home.ok ? home.value.stateDir : '').toMatch(/\.local\/state\/farport$/)
})

test.each([
  [{}, { isAllowed: true, mayMapPorts: false }],
  [{ FARPORT_DIRECT: 'off' }, { isAllowed: false, mayMapPorts: false }],
  [{ FARPORT_PORT_MAPPING: 'on' }, { isAllowed: true, mayMapPorts: true }],
])('%j decides about direct ways', (env, direct) => {
  expect(readConfig(env, { isRoot: true })).toMatchObject({ value: { direct } })
})

test('a registration code is not printed', () => {
  const config = readConfig({ FARPORT_REGISTRATION_CODE: 'ABCD-1234' }, { isRoot: true })
  expect(config.ok).toBe(true)
  expect(inspect(config) + JSON.stringify(config)).not.toContain('ABCD')
})

test.each([
  ['a misspelt variable', { FARPORT_SERVER: 'https://x' }, 'FARPORT_SERVER'],
  ['a server that is no web address', { FARPORT_SERVER_URL: 'farport.example' }, 'FARPORT_SERVER_URL must be'],
  ['a half-hearted way', { FARPORT_DIRECT: 'maybe' }, 'FARPORT_DIRECT'],
  ['an unknown log level', { FARPORT_LOG_LEVEL: 'loud' }, 'FARPORT_LOG_LEVEL'],
])('%s is refused by name', (_name, env, sentence) => {
  const config = readConfig(env, { isRoot: true })
  expect(config.ok ? '' : config.refusal).toContain(sentence)
})
