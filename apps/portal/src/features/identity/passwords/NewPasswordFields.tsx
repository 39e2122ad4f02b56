// A new password, twice, and how good it is.

import { PasswordInput } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import type { MessageKey } from '../../../i18n/messages.ts'
import { passwordLength, type NewPassword } from '../credentials.ts'
import { StrengthMeter } from './StrengthMeter.tsx'
import { usePasswordStrength } from './use-password-strength.ts'

interface NewPasswordFieldsProps {
  value: NewPassword
  onChange: (change: Partial<NewPassword>) => void
  /** Those that are to be shown. */
  problems: Partial<Record<keyof NewPassword, MessageKey>>
  /** The address of the account, which makes no good password. */
  email: string
  autoFocus?: boolean
}

export function NewPasswordFields({ value, onChange, problems, email, autoFocus = false }: NewPasswordFieldsProps) {
  const { t } = useTranslation()
  const score = usePasswordStrength(value.password, email)
  return (
    <>
      <PasswordInput
        label={t('identity.password')}
        description={t('identity.passwordHint', passwordLength)}
        name="new-password"
        autoComplete="new-password"
        value={value.password}
        error={problems.password && t(problems.password, passwordLength)}
        autoFocus={autoFocus}
        visibilityToggleButtonProps={{ 'aria-label': t('identity.showPassword') }}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
      />
      <StrengthMeter score={score} />
      <PasswordInput
        label={t('identity.passwordAgain')}
        name="new-password-again"
        autoComplete="new-password"
        value={value.passwordAgain}
        error={problems.passwordAgain && t(problems.passwordAgain)}
        visibilityToggleButtonProps={{ 'aria-label': t('identity.showPassword') }}
        onChange={(event) => onChange({ passwordAgain: event.currentTarget.value })}
      />
    </>
  )
}
