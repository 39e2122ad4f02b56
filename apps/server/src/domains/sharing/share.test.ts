import type { DeviceId, ServiceId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { changeShare, parseServiceWishes, withoutServices, type ServiceWish, type ShareTerms } from './share.ts'

// Well-formed, for tests.
const device = 'd-0000000000000001' as DeviceId
const [ssh, web, vnc] = [1, 2, 3].map((number) => `s-000000000000000${number}` as ServiceId) as [
  ServiceId,
  ServiceId,
  ServiceId,
]
const present = [ssh, web]
const add = (service: ServiceWish['service']): ServiceWish => ({ action: 'ADD', service })
const remove = (service: ServiceWish['service']): ServiceWish => ({ action: 'REMOVE', service })
const terms = (services: ShareTerms['services'], canScript = false): ShareTerms => ({ canScript, services })
const none = { change: 'none' }
const gone = { change: 'remove' }

describe('a share', () => {
  it.each([
    ['of the whole device, when no service is named', undefined, [], { change: 'add', terms: terms('all') }],
    ['of one service', undefined, [add(ssh)], { change: 'add', terms: terms([ssh]) }],
    ['of the device by its own id', undefined, [add('all')], { change: 'add', terms: terms('all') }],
    ['of all but one', undefined, [add('all'), remove(ssh)], { change: 'add', terms: terms([web]) }],
    [
      'of what is added and not removed',
      undefined,
      [add(ssh), add(web), remove(ssh)],
      { change: 'add', terms: terms([web]) },
    ],
    ['stays as it is when nothing changes', terms('all'), [], none],
    ['stays whole when a part is added', terms('all'), [add(ssh)], none],
    ['loses a part', terms('all'), [remove(ssh)], { change: 'update', terms: terms([web]) }],
    ['loses another part', terms([ssh, web]), [remove(ssh)], { change: 'update', terms: terms([web]) }],
    ['gains a part', terms([ssh]), [add(web)], { change: 'update', terms: terms([ssh, web]) }],
    ['becomes whole', terms([ssh]), [], { change: 'update', terms: terms('all') }],
    ['is the same in another order', terms([web, ssh]), [add(ssh)], none],
    ['ends with its last part', terms([ssh]), [remove(ssh)], gone],
    ['ends with the device', terms('all'), [remove('all')], gone],
    ['begins anew with one part', terms('all'), [remove('all'), add(ssh)], { change: 'update', terms: terms([ssh]) }],
    ['forgets services that are gone', terms([vnc, ssh]), [add(web)], { change: 'update', terms: terms([ssh, web]) }],
  ] as const)('is %s', (_, known, services, expected) => {
    expect(changeShare(known, { canScript: undefined, services }, present)).toEqual({ ok: true, value: expected })
  })

  it.each([
    ['no, unless it is said', undefined, undefined, false],
    ['as it was, unless it is said', terms([ssh], true), undefined, true],
    ['taken away', terms([ssh], true), false, false],
    ['given', terms([ssh]), true, true],
  ] as const)('scripting is %s', (_, known, canScript, expected) => {
    const changed = changeShare(known, { canScript, services: [add(web)] }, present)
    expect(changed).toMatchObject({ value: { terms: { canScript: expected } } })
  })

  it('may be of scripting alone', () => {
    const changed = changeShare(undefined, { canScript: true, services: [remove(ssh)] }, present)
    expect(changed).toEqual({ ok: true, value: { change: 'add', terms: terms([], true) } })
  })

  it('of nothing is refused', () => {
    const changed = changeShare(undefined, { canScript: false, services: [remove(ssh)] }, present)
    expect(changed).toEqual({ ok: false, refusal: 'nothing' })
  })

  it.each([
    ['keeps what it has when another service goes', terms([ssh]), [web], none],
    ['keeps the whole device', terms('all'), [web], none],
    ['loses the service that goes', terms([ssh, web]), [web], { change: 'update', terms: terms([ssh]) }],
    ['ends with the last service', terms([web]), [web], gone],
    ['stays for scripting', terms([web], true), [web], { change: 'update', terms: terms([], true) }],
  ] as const)('%s', (_, known, services, expected) => {
    expect(withoutServices(known, services)).toEqual(expected)
  })
})

describe('the services of a call', () => {
  it('are those of the device, and the device itself', () => {
    expect(parseServiceWishes(device, present, [{ serviceId: ssh }, { action: 'REMOVE', serviceId: device }])).toEqual({
      ok: true,
      value: [add(ssh), remove('all')],
    })
  })

  it.each([
    ['of another device', [{ serviceId: vnc }], { unknown: vnc }],
    ['another device', [{ serviceId: 'd-0000000000000002' }], { unknown: 'd-0000000000000002' }],
    ['no id', [{ serviceId: '\0' }], { unknown: '\0' }],
    ['to be left', [{ action: 'LEAVE', serviceId: ssh }], 'service-action'],
    ['ten thousand', Array.from({ length: 10_000 }, () => ({ serviceId: ssh })), 'too-many-services'],
  ])('are refused when one is %s', (_, wishes, refusal) => {
    expect(parseServiceWishes(device, present, wishes)).toEqual({ ok: false, refusal })
  })
})
