import { describe, expect, it } from 'vitest'
import { isPlainAndRemote, parseServerUrl } from './http.ts'

describe("a server's address", () => {
  it.each([
    ['farport.example', 'https://farport.example'],
    ['https://farport.example/', 'https://farport.example'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['localhost:8080', 'https://localhost:8080'],
  ])('%s is understood', (text, url) => {
    expect(parseServerUrl(text)).toBe(url)
  })

  it.each(['', 'https://', 'ftp://farport.example', 'https://farport.example/devices', 'https://ada@farport.example'])(
    '%j is refused',
    (text) => {
      expect(() => parseServerUrl(text)).toThrow('is no server address')
    },
  )

  it.each([
    ['http://localhost:8080', false],
    ['http://[::1]:8080', false],
    ['https://farport.example', false],
    ['http://farport.example', true],
  ])('%s lets others read: %s', (url, isReadable) => {
    expect(isPlainAndRemote(url)).toBe(isReadable)
  })
})
