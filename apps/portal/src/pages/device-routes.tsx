// The pages inside the page of a device. Each gets the device from the page around it.

import { Panel, notify } from '@farport/design-system'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useOutletContext, useParams } from 'react-router'
import type { DeviceFieldsFragment, ServiceFieldsFragment } from '#graphql'
import { setActivity } from '../features/connections/activities.ts'
import { ConnectPanel } from '../features/connections/ConnectPanel.tsx'
import { DeviceDetails } from '../features/devices/DeviceDetails.tsx'
import { DeviceEdit } from '../features/devices/DeviceEdit.tsx'
import { DeviceLog } from '../features/logs/DeviceLog.tsx'
import { AddService } from '../features/services/AddService.tsx'
import { EditService } from '../features/services/EditService.tsx'
import { paths } from '../paths.ts'

const useDevice = () => useOutletContext<DeviceFieldsFragment>()

export function DetailsRoute() {
  const device = useDevice()
  return (
    <Panel>
      <DeviceDetails device={device} />
    </Panel>
  )
}

export function EditRoute() {
  const device = useDevice()
  return (
    <Panel>
      <DeviceEdit key={device.id} device={device} />
    </Panel>
  )
}

export function LogsRoute() {
  const device = useDevice()
  return (
    <Panel>
      <DeviceLog key={device.id} deviceId={device.id} />
    </Panel>
  )
}

export function AddServiceRoute() {
  const device = useDevice()
  return (
    <Panel>
      <AddService key={device.id} device={device} />
    </Panel>
  )
}

export function ConnectRoute() {
  const { device, service } = useService()
  if (service === undefined) return <ServiceGone deviceId={device.id} />
  return (
    <Panel {...(service.connections.length > 0 ? { tint: 'success' } : {})}>
      <ConnectPanel key={service.id} device={device} service={service} />
    </Panel>
  )
}

export function EditServiceRoute() {
  const { device, service } = useService()
  if (service === undefined) return <ServiceGone deviceId={device.id} />
  return (
    <Panel>
      <EditService
        key={service.id}
        deviceId={device.id}
        service={service}
        onRemoving={(isBeingRemoved) => setActivity(service.id, isBeingRemoved ? { activity: 'removing' } : {})}
      />
    </Panel>
  )
}

function useService(): { device: DeviceFieldsFragment; service: ServiceFieldsFragment | undefined } {
  const device = useDevice()
  const { serviceId } = useParams()
  return { device, service: device.services.find(({ id }) => id === serviceId) }
}

/** A service that is not on its device leads to the device. */
function ServiceGone({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  useEffect(() => notify.notice(t('services.notFound')), [t])
  return <Navigate to={paths.deviceDetails(deviceId)} replace />
}
