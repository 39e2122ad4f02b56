// What sends a form at the door. Pressed too early it says what is missing.

import { ActionButton } from '@farport/design-system'
import type { ReactNode } from 'react'

interface SubmitButtonProps {
  children: ReactNode
  isBusy: boolean
  /** What is missing. */
  refusal?: string | undefined
  onRefused?: () => void
}

export function SubmitButton({ children, isBusy, ...missing }: SubmitButtonProps) {
  return (
    <ActionButton type="submit" fullWidth loading={isBusy} size="md" fz="sm" mt={4} {...missing}>
      {children}
    </ActionButton>
  )
}
