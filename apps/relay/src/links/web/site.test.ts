import { describe, expect, it } from 'vitest'
import { hostNameOf, localPath } from './site.ts'

describe('where to go on after the password', () => {
  it.each([
    ['/inside?x=1', '/inside?x=1'],
    [null, '/'],
    ['', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/a\r\nSet-Cookie: x=1', '/'],
    ['/.farport/enter', '/'],
  ])('%j leads to %s', (to, path) => {
    expect(localPath(to)).toBe(path)
  })
})

it.each([
  ['ABC.Localhost:8444', 'abc.localhost'],
  ['abc.localhost.', 'abc.localhost'],
  ['abc.localhost.:80', 'abc.localhost'],
])('%s is the host %s', (host, name) => {
  expect(hostNameOf(host)).toBe(name)
})
