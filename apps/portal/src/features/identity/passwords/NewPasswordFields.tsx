// A new password, twice, and how good it is.

import { useTranslation } from 'react-i18next'
import type { MessageKey } from '../../../i18n/messages.ts'
import { passwordLength, type NewPassword } from '../credentials.ts'
import { PasswordField } from '../guest/PasswordField.tsx'
import { StrengthMeter } from './StrengthMeter.tsx'
import { usePasswordStrength } from './use-password-strength.ts'

interface NewPasswordFieldsProps {
  value: NewPassword
  onChange: (change: Partial<NewPassword>) => void
  /** Those that are to be shown. */
  problems: Partial<Record<keyof NewPassword, MessageKey>>
  /** The address of the account, which makes no good password. */
  email: string
  /** Where the current one is asked for, too: "New password". */
  isChange?: boolean
  autoFocus?: boolean
}

export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { value, onChange, problems, email, isChange = false, autoFocus = false } = props
  const { t } = useTranslation()
  const score = usePasswordStrength(value.password, email)
  return (
    <>
      <PasswordField
        label={t(isChange ? 'identity.newPassword' : 'identity.password')}
        description={t('identity.passwordHint', passwordLength)}
        name="new-password"
        autoComplete="new-password"
        value={value.password}
        error={problems.password && t(problems.password, passwordLength)}
        autoFocus={autoFocus}
        onChange={(text) => onChange({ password: text })}
      />
      <StrengthMeter score={score} />
      <PasswordField
        label={t(isChange ? 'identity.newPasswordAgain' : 'identity.passwordAgain')}
        name="new-password-again"
        autoComplete="new-password"
        value={value.passwordAgain}
        error={problems.passwordAgain && t(problems.passwordAgain)}
        onChange={(text) => onChange({ passwordAgain: text })}
      />
    </>
  )
}
