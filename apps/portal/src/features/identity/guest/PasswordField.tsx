// A password, and a button that shows it, for the keyboard too.

import { PasswordInput } from '@farport/design-system'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface PasswordFieldProps {
  label: string
  description?: string
  name: string
  autoComplete: 'current-password' | 'new-password'
  value: string
  error?: ReactNode
  autoFocus?: boolean
  onChange: (password: string) => void
}

export function PasswordField({ onChange, ...rest }: PasswordFieldProps) {
  const { t } = useTranslation()
  const { error } = rest
  const hasError = error !== undefined && error !== false && error !== ''
  return (
    <PasswordInput
      {...rest}
      // The component itself does not say so.
      aria-invalid={hasError || undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('identity.showPassword') }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
