// One entry of a sidebar or menu column: icon, label, something small at the end.

import { UnstyledButton, createPolymorphicComponent, type UnstyledButtonProps } from '@mantine/core'
import { clsx } from 'clsx'
import type { ReactNode, Ref } from 'react'
import css from './NavigationItem.module.css'

export interface NavigationItemProps extends UnstyledButtonProps {
  icon: ReactNode
  label: string
  end?: ReactNode
  isActive?: boolean
  ref?: Ref<HTMLButtonElement>
}

function NavigationItemBase({ icon, label, end, isActive = false, className, ...rest }: NavigationItemProps) {
  return (
    <UnstyledButton
      {...rest}
      className={clsx(css['item'], isActive && css['active'], className)}
      {...(isActive ? { 'aria-current': 'page' } : {})}
    >
      <span className={css['icon']} aria-hidden>
        {icon}
      </span>
      <span className={css['label']}>{label}</span>
      {end}
    </UnstyledButton>
  )
}

export const NavigationItem = createPolymorphicComponent<'button', NavigationItemProps>(NavigationItemBase)
