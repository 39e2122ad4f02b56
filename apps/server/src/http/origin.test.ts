import { expect, it } from 'vitest'
import { isOwnOrigin } from './origin.ts'

const publicUrl = 'https://farport.example'

it.each([
  ['the public address', { origin: publicUrl, host: 'farport.example' }, true],
  ['the address that the request names', { origin: 'http://192.168.1.7:8080', host: '192.168.1.7:8080' }, true],
  ['no browser', { host: 'farport.example' }, true],
  ['a browser, typed into its address bar', { host: 'farport.example', 'sec-fetch-site': 'none' }, true],
  ['another site', { origin: 'https://evil.example', host: 'farport.example' }, false],
  ['another port of the host', { origin: 'http://192.168.1.7:9090', host: '192.168.1.7:8080' }, false],
  ['a sandboxed frame', { origin: 'null', host: 'farport.example' }, false],
  ['another site, without an origin', { host: 'farport.example', 'sec-fetch-site': 'cross-site' }, false],
  ['a neighbouring site', { host: 'farport.example', 'sec-fetch-site': 'same-site' }, false],
])('a request from %s is ours: %#', (_, headers, isOurs) => {
  expect(isOwnOrigin(headers, publicUrl)).toBe(isOurs)
})
