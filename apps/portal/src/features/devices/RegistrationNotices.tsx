// Says that a device has joined, wherever the person is just now.

import { notify } from '@farport/design-system'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { registeredDevice, type LiveEvent } from '../../live/live-event.ts'
import { useLiveEvents } from '../../live/live-events.tsx'
import { useViewer } from '../identity/index.ts'

export function RegistrationNotices() {
  const { t } = useTranslation()
  const { id: viewerId } = useViewer()
  // A device that flaps in its first minute is told of once. The devices of one sign-in are few enough to remember.
  const [told] = useState(() => new Set<string>())

  useLiveEvents(
    useCallback(
      (event: LiveEvent) => {
        const device = registeredDevice(event, viewerId)
        if (device === undefined || told.has(device.id)) return
        told.add(device.id)
        notify.success(t('devices.registered', { device: device.name }))
      },
      [t, viewerId, told],
    ),
  )
  return null
}
