// The whole window while nothing can be shown yet.

import { Loader } from '@mantine/core'
import css from './LoadingScreen.module.css'

export function LoadingScreen({ label }: { label: string }) {
  return (
    <div className={css['screen']} role="status" aria-label={label}>
      <Loader type="dots" aria-hidden />
    </div>
  )
}
