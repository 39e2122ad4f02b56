// Large choices beside each other: icon, name, one line of what it is.

import { UnstyledButton, createPolymorphicComponent, type UnstyledButtonProps } from '@mantine/core'
import { clsx } from 'clsx'
import type { ReactNode, Ref } from 'react'
import css from './TileGrid.module.css'

export function TileGrid({ children }: { children: ReactNode }) {
  return <div className={css['grid']}>{children}</div>
}

export interface TileProps extends UnstyledButtonProps {
  icon: ReactNode
  title: string
  detail?: string
  ref?: Ref<HTMLButtonElement>
}

function TileBase({ icon, title, detail, className, ...rest }: TileProps) {
  return (
    <UnstyledButton {...rest} className={clsx(css['tile'], className)}>
      <span className={css['icon']} aria-hidden>
        {icon}
      </span>
      <span className={css['title']}>{title}</span>
      {detail !== undefined && <span className={css['detail']}>{detail}</span>}
    </UnstyledButton>
  )
}

export const Tile = createPolymorphicComponent<'button', TileProps>(TileBase)
