import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultRouterOf } from './default-router.ts'
import {
  decodeNatPmpAddress,
  decodeNatPmpMap,
  decodePcpMap,
  encodeNatPmpMap,
  encodePcpMap,
  type PortRequest,
} from './port-control.ts'
import { readDescription } from './upnp.ts'

const request: PortRequest = {
  protocol: 'udp',
  ownHost: '192.168.1.7',
  ownPort: 4000,
  wantedPort: 4000,
  lifetimeSeconds: 3600,
}
const nonce = Buffer.alloc(12, 7)
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')

const pcpAnswer = hex(`02 81 00 00 00000e10 00000001 000000000000000000000000
  070707070707070707070707 11 000000 0fa0 1388 00000000000000000000ffffcb007109`)

describe('PCP', () => {
  it('asks as the RFC says', () => {
    expect(encodePcpMap(request, nonce)).toEqual(
      hex(`02 01 0000 00000e10 00000000000000000000ffffc0a80107
        070707070707070707070707 11 000000 0fa0 0fa0 00000000000000000000ffff00000000`),
    )
  })

  it('takes what was given', () => {
    expect(decodePcpMap(pcpAnswer, request, nonce)).toEqual({
      ok: true,
      value: { host: '203.0.113.9', port: 5000, lifetimeSeconds: 3600 },
    })
  })

  it.each([
    { why: 'an answer to another', refusal: 'other', change: { nonce: Buffer.alloc(12, 8) } },
    { why: 'an answer for another protocol', refusal: 'other', change: { request: { ...request, protocol: 'tcp' } } },
    { why: 'an answer for another port', refusal: 'other', change: { request: { ...request, ownPort: 4001 } } },
    { why: 'a router that speaks NAT-PMP only', refusal: 'old', change: { bytes: hex('0081 0001 00000001') } },
    { why: 'half an answer', refusal: 'other', change: { bytes: pcpAnswer.subarray(0, 59) } },
    { why: 'nothing', refusal: 'other', change: { bytes: Buffer.alloc(0) } },
    {
      why: 'a refusal',
      refusal: 'refused',
      change: { bytes: Buffer.concat([hex('02 81 00 02'), pcpAnswer.subarray(4)]) },
    },
  ])('$why: $refusal', ({ refusal, change }) => {
    const asked = { bytes: pcpAnswer, request, nonce, ...change } as {
      bytes: Buffer
      request: PortRequest
      nonce: Buffer
    }
    expect(decodePcpMap(asked.bytes, asked.request, asked.nonce)).toEqual({ ok: false, refusal })
  })
})

describe('NAT-PMP', () => {
  it('asks as the RFC says, and takes what was given', () => {
    expect(encodeNatPmpMap(request)).toEqual(hex('00 01 0000 0fa0 0fa0 00000e10'))
    expect(decodeNatPmpMap(hex('00 81 0000 00000001 0fa0 1388 00000e10'), request)).toEqual({
      ok: true,
      value: { port: 5000, lifetimeSeconds: 3600 },
    })
    expect(decodeNatPmpAddress(hex('00 80 0000 00000001 cb007109'))).toEqual({ ok: true, value: '203.0.113.9' })
  })

  it.each([
    ['a refusal', '00 81 0002 00000001', 'refused'],
    ['an answer for another port', '00 81 0000 00000001 0fa1 1388 00000e10', 'other'],
    ['an answer for another protocol', '00 82 0000 00000001 0fa0 1388 00000e10', 'other'],
    ['half an answer', '00 81 0000 00000001 0fa0', 'other'],
  ])('%s', (_why, bytes, refusal) => {
    expect(decodeNatPmpMap(hex(bytes), request)).toEqual({ ok: false, refusal })
  })
})

it('any bytes of a router break nothing', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 80 }),
      fc.constantFrom([0], [0, 129], [0, 128], [2, 129], []),
      (rest, start) => {
        const bytes = Buffer.from([...start, ...rest])
        for (const read of [decodePcpMap, decodeNatPmpMap, decodeNatPmpAddress]) read(bytes, request, nonce)
      },
    ),
    { numRuns: Number(process.env['FARPORT_TEST_FUZZ_RUNS'] ?? 5000) },
  )
})

it('the router of the default route is found in the table of Linux', () => {
  const table = `Iface\tDestination\tGateway \tFlags
eth0\t0000A8C0\t00000000\t0001
eth0\t00000000\t0101A8C0\t0003
`
  expect(defaultRouterOf(table)).toBe('192.168.1.1')
  expect(defaultRouterOf('')).toBeUndefined()
})

describe('the description of a UPnP router', () => {
  const location = new URL('http://192.168.1.1:5000/rootDesc.xml')
  const service = (type: string, control: string): string =>
    `<service><serviceType>urn:schemas-upnp-org:service:${type}</serviceType><controlURL>${control}</controlURL></service>`

  it.each([
    ['a connection of IP', service('WANIPConnection:1', '/ctl'), 'http://192.168.1.1:5000/ctl'],
    ['a connection of PPP', service('WANPPPConnection:2', 'ctl'), 'http://192.168.1.1:5000/ctl'],
    [
      'the first of several',
      service('WANCommonInterfaceConfig:1', '/no') + service('WANIPConnection:2', '/ctl'),
      'http://192.168.1.1:5000/ctl',
    ],
    ['none', service('WANCommonInterfaceConfig:1', '/no'), undefined],
    ['one that leads elsewhere', service('WANIPConnection:1', 'http://192.168.1.9/ctl'), undefined],
    ['one that leads to another port', service('WANIPConnection:1', 'http://192.168.1.1:22/ctl'), undefined],
    ['one that is no address', service('WANIPConnection:1', 'http://['), undefined],
    ['no XML', 'hello', undefined],
  ])('%s', (_what, xml, control) => {
    expect(readDescription(xml, location)?.controlUrl.href).toBe(control)
  })
})
