// A button that, when it may not be used, stays reachable by keyboard and says why.

import { Button, Tooltip, type ButtonProps } from '@mantine/core'
import type { MouseEvent } from 'react'

interface ActionButtonProps extends ButtonProps {
  onClick?: (event: MouseEvent) => void
  /** Why it is disabled; undefined when it may be used. */
  refusal?: string | null | undefined
  /** Somebody pressed it all the same. */
  onRefused?: () => void
  /** What it is called when its text alone does not say it. */
  label?: string
  type?: 'button' | 'submit'
  form?: string
}

export function ActionButton({ refusal, onRefused, onClick, label, type = 'button', ...rest }: ActionButtonProps) {
  const isRefused = refusal !== undefined && refusal !== null
  const button = (
    <Button
      {...rest}
      aria-label={label}
      type={type}
      {...(isRefused ? { 'data-disabled': true, 'aria-disabled': true } : {})}
      onClick={(event: MouseEvent) => {
        if (isRefused) {
          // Also when a form is sent with Enter: browsers click its button then.
          event.preventDefault()
          onRefused?.()
        } else onClick?.(event)
      }}
    />
  )
  return isRefused && refusal !== '' ? (
    <Tooltip label={refusal} openDelay={0}>
      {button}
    </Tooltip>
  ) : (
    button
  )
}
