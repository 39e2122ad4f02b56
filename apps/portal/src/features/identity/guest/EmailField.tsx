// The address that somebody is known by.

import { TextInput } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import type { MessageKey } from '../../../i18n/messages.ts'
import { emailLengthMax } from '../credentials.ts'

interface EmailFieldProps {
  value: string
  onChange: (value: string) => void
  /** When it is to be shown. */
  problem?: MessageKey | undefined
  autoFocus?: boolean
  /** Browsers offer passkeys there. */
  offersPasskeys?: boolean
}

export function EmailField({ value, onChange, problem, autoFocus = false, offersPasskeys = false }: EmailFieldProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('identity.email')}
      type="email"
      name="email"
      autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
      inputMode="email"
      maxLength={emailLengthMax}
      value={value}
      error={problem !== undefined && t(problem)}
      autoFocus={autoFocus}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
