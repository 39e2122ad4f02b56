// Takes the code of the second factor.

import { Stack } from '@farport/design-system'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { cleanCode, codeLengthMin } from '../credentials.ts'
import { SubmitButton } from '../guest/SubmitButton.tsx'
import { CodeInput } from '../guest/CodeInput.tsx'

interface MfaCodeFormProps {
  isBusy: boolean
  isWrong: boolean
  onSubmit: (code: string) => void
}

export function MfaCodeForm({ isBusy, isWrong, onSubmit }: MfaCodeFormProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const isComplete = cleanCode(code).length >= codeLengthMin

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isComplete && !isBusy) onSubmit(cleanCode(code))
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <CodeInput
          label={t('identity.verificationCode')}
          value={code}
          error={isWrong && t('identity.refusal.CODE_INVALID')}
          autoFocus
          onChange={setCode}
        />
        <SubmitButton isBusy={isBusy} refusal={isComplete ? undefined : t('identity.codeMissing')}>
          {t('identity.verify')}
        </SubmitButton>
      </Stack>
    </form>
  )
}
