// One row of a list: mark, title with a quieter line below, something at the end. Draws itself as any element or link.

import { UnstyledButton, createPolymorphicComponent, type UnstyledButtonProps } from '@mantine/core'
import { clsx } from 'clsx'
import type { ReactNode, Ref } from 'react'
import css from './ListRow.module.css'

export interface ListRowProps extends UnstyledButtonProps {
  mark?: ReactNode
  title: ReactNode
  detail?: ReactNode
  end?: ReactNode
  isSelected?: boolean
  /** Quieter: something that cannot be used just now. */
  isDimmed?: boolean
  ref?: Ref<HTMLButtonElement>
}

function ListRowBase({
  mark,
  title,
  detail,
  end,
  isSelected = false,
  isDimmed = false,
  className,
  ...rest
}: ListRowProps) {
  return (
    <UnstyledButton
      {...rest}
      className={clsx(css['row'], isSelected && css['selected'], isDimmed && css['dimmed'], className)}
      {...(isSelected ? { 'aria-current': 'page' } : {})}
    >
      {mark !== undefined && <span className={css['mark']}>{mark}</span>}
      <span className={css['text']}>
        <span className={css['title']}>{title}</span>
        {detail !== undefined && <span className={css['detail']}>{detail}</span>}
      </span>
      {end !== undefined && <span className={css['end']}>{end}</span>}
    </UnstyledButton>
  )
}

export const ListRow = createPolymorphicComponent<'button', ListRowProps>(ListRowBase)
