// Notices at the bottom of the window: something went well, is worth knowing, or failed.

import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export const notify = {
  success: (message: ReactNode) => show(message, 'success', <IconCheck size={16} />),
  notice: (message: ReactNode) => show(message, 'brand', <IconInfoCircle size={16} />),
  error: (message: ReactNode) => show(message, 'danger', <IconAlertTriangle size={16} />),
}

function show(message: ReactNode, color: string, icon: ReactNode): void {
  notifications.show({ message, color, icon, withBorder: true, radius: 'md' })
}
