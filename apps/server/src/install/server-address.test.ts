import { describe, expect, it } from 'vitest'
import { serverAddressFor } from './server-address.ts'

describe("the server's address for a device", () => {
  it.each([
    ['is the configured one', 'https://farport.example', '10.0.0.5:8080', 'https://farport.example'],
    [
      'is what the device used, when the configured one means this machine',
      'http://localhost:8080',
      '10.0.0.5:8080',
      'http://10.0.0.5:8080',
    ],
    ['is what the device used, also by IPv6', 'http://localhost:8080', '[fd00::5]:8080', 'http://[fd00::5]:8080'],
    ['is the configured one without a Host', 'http://localhost:8080', undefined, 'http://localhost:8080'],
    [
      'is the configured one when the Host would leave its place',
      'http://localhost:8080',
      `a';id;'`,
      'http://localhost:8080',
    ],
    ['is the configured one when the Host carries a path', 'http://localhost:8080', 'a/b', 'http://localhost:8080'],
    ['is the configured one when the Host carries a user', 'http://localhost:8080', 'a@b', 'http://localhost:8080'],
    [
      'is the configured one when the Host has no such port',
      'http://localhost:8080',
      'a:99999',
      'http://localhost:8080',
    ],
  ])('%s', (_, publicUrl, host, address) => {
    expect(serverAddressFor(publicUrl, host)).toBe(address)
  })
})
