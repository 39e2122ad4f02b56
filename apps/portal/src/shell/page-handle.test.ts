import { describe, expect, it } from 'vitest'
import { currentPage, toDevice, toList, type PageHandle } from './page-handle.ts'

const match = (pathname: string, handle: PageHandle | undefined, params = {}) => ({ pathname, handle, params })

describe('the way back', () => {
  const device = { deviceId: 'd-1' }
  const deviceHandle: PageHandle = { title: 'shell.devices', back: toDevice }
  const accountHandle: PageHandle = { title: 'account.security', back: toList('account') }
  const connectionHandle: PageHandle = { title: 'shell.connections', back: toList('connections') }

  it.each([
    ['from a service, beside the device', match('/devices/d-1/s-1/connect', deviceHandle, device), true, '/devices'],
    ['from a service, alone', match('/devices/d-1/s-1/connect', deviceHandle, device), false, '/devices/d-1'],
    ['from a device, alone', match('/devices/d-1', deviceHandle, device), false, '/devices'],
    ['from a session, beside the list', match('/connections/s-1/x', connectionHandle), true, undefined],
    ['from a session, alone', match('/connections/s-1/x', connectionHandle), false, '/connections'],
    ['from a page of the account, beside its menu', match('/account/security', accountHandle), true, undefined],
    ['from a page of the account, alone', match('/account/security', accountHandle), false, '/account'],
    ['from a list', match('/logs', { title: 'logs.title' }), true, undefined],
  ])('%s', (_, place, hasTwoPanels, path) => {
    expect(currentPage([match('/', undefined), place], { hasTwoPanels })?.back).toBe(path)
  })

  it('is that of the innermost page', () => {
    const outer = match('/settings', { title: 'shell.settings' })
    const inner = match('/settings/outbox', { title: 'shell.outbox', back: toList('settings') })
    expect(currentPage([outer, inner, match('/settings/outbox', undefined)], { hasTwoPanels: false })).toMatchObject({
      title: 'shell.outbox',
      isRoot: false,
    })
  })
})
