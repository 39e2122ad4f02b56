// A service as the API shows it. What follows from the service and its device is written down with it: a list has hundreds
// of services, and a resolver for each such field costs more than the row.

import { applicationTypeOf, type DeviceState } from '@farport/vocabulary'
import type { SeenDevice } from '#domains/devices'
import { serviceState, subdomainOf, type Service } from './service.ts'

export interface ShownService<Device extends SeenDevice = SeenDevice> extends Service {
  readonly device: Device
  readonly title: string
  readonly state: DeviceState
  readonly type: string
  readonly protocol: ReturnType<typeof applicationTypeOf>['protocol']
  readonly proxy: boolean
  readonly created: Date
  readonly lastReported: Date | null
  readonly license: string
  readonly subdomain: string
}

export function showService<Device extends SeenDevice>(service: Service, device: Device): ShownService<Device> {
  const { name: type, protocol, proxy } = applicationTypeOf(service.application)
  return {
    ...service,
    device,
    title: service.name,
    state: serviceState(service, device),
    type,
    protocol,
    proxy,
    created: service.createdAt,
    lastReported: device.reportedAt ?? null,
    license: 'LICENSED',
    subdomain: subdomainOf(`${service.name}-${device.name}`),
  }
}
