// Grey rows in the shape of a list that is on its way.

import { Skeleton } from '@mantine/core'
import css from './RowSkeletons.module.css'

export function RowSkeletons({ count = 6, label }: { count?: number; label: string }) {
  return (
    <div role="status" aria-label={label} className={css['rows']}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={css['row']}>
          <Skeleton circle height={14} width={14} />
          <Skeleton height={11} width={`${30 + ((index * 17) % 35)}%`} />
        </div>
      ))}
    </div>
  )
}
