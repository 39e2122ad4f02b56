// Something could not be shown: what happened and the way on.

import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'

export function ErrorState({ title, hint, action }: { title: string; hint?: ReactNode; action?: ReactNode }) {
  return (
    <div role="alert">
      <EmptyState icon={<IconCloudOff size={28} stroke={1.6} />} title={title} hint={hint} action={action} />
    </div>
  )
}
