// The state of a device as a dot.

import { StatusDot } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { deviceStatus, statusText, statusTone, type DeviceFacts } from './device-status.ts'

export function DeviceMark({ device, size }: { device: DeviceFacts; size?: number }) {
  const { t } = useTranslation()
  const status = deviceStatus(device)
  return (
    <StatusDot
      tone={statusTone[status]}
      label={t(statusText[status])}
      isPulsing={status === 'connected'}
      {...(size === undefined ? {} : { size })}
    />
  )
}
