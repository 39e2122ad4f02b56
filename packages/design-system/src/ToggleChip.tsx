// A chip that is on or off.

import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './ToggleChip.module.css'

interface ToggleChipProps {
  isOn: boolean
  onToggle: () => void
  children: ReactNode
}

export function ToggleChip({ isOn, onToggle, children }: ToggleChipProps) {
  return (
    <UnstyledButton className={css['toggle']} aria-pressed={isOn} onClick={onToggle}>
      {children}
    </UnstyledButton>
  )
}
