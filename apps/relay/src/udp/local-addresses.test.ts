import { expect, test } from 'vitest'
import { localAddresses } from './local-addresses.ts'

const at = (...addresses: string[]) => addresses.map((address) => ({ address }))

test.each([
  ['every interface', { lo: at('127.0.0.1', '::1'), eth0: at('192.0.2.7') }, ['127.0.0.1', '::1', '192.0.2.7']],
  ['several of one interface', { eth0: at('192.0.2.7', '198.51.100.7') }, ['192.0.2.7', '198.51.100.7']],
  ['none that counts on its cable alone', { eth0: at('fe80::1', 'FEBF::1', '2001:db8::1') }, ['2001:db8::1']],
  ['each once', { one: at('192.0.2.7'), other: at('192.0.2.7') }, ['192.0.2.7']],
  ['an interface without any', { tun0: undefined }, []],
])('the addresses of a machine: %s', (_, interfaces, addresses) => {
  expect(localAddresses(64, interfaces)).toEqual(addresses)
})

test('are so many and no more', () => {
  expect(localAddresses(1, { eth0: at('192.0.2.7', '198.51.100.7') })).toEqual(['192.0.2.7'])
})
