// Takes the code that the program shows.

import { Stack } from '@farport/design-system'
import type { DeviceRequest } from '@farport/contract'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { auth } from '../auth-calls.ts'
import { SubmitButton } from '../guest/SubmitButton.tsx'
import { CodeInput } from '../guest/CodeInput.tsx'
import { GuestPage } from '../guest/GuestPage.tsx'
import { ProblemNotice } from '../guest/ProblemNotice.tsx'
import { useViewer } from '../session.tsx'
import type { ToldProblem } from '../use-refusal-text.ts'
import { formatDeviceCode, isWholeDeviceCode } from './device-code.ts'

interface DeviceCodeFormProps {
  initialCode: string
  onFound: (code: string, request: DeviceRequest) => void
}

export function DeviceCodeForm({ initialCode, onFound }: DeviceCodeFormProps) {
  const { t } = useTranslation()
  const { email } = useViewer()
  const [code, setCode] = useState(initialCode)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<ToldProblem | undefined>(undefined)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!isWholeDeviceCode(code) || isBusy) return
    setProblem(undefined)
    setIsBusy(true)
    const answer = await auth.deviceRequest(code)
    setIsBusy(false)
    if (answer.ok) onFound(code, answer.value)
    else setProblem(answer.refusal)
  }

  return (
    <GuestPage
      title={t('program.deviceTitle')}
      hint={t('program.deviceHint')}
      foot={t('program.signedInAs', { email })}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm" mt="lg">
          <ProblemNotice problem={problem} />
          <CodeInput
            label={t('program.deviceCode')}
            kind="text"
            autoComplete="off"
            value={code}
            autoFocus
            onChange={(text) => setCode(formatDeviceCode(text))}
          />
          <SubmitButton isBusy={isBusy} refusal={isWholeDeviceCode(code) ? undefined : t('program.deviceCodeMissing')}>
            {t('program.continue')}
          </SubmitButton>
        </Stack>
      </form>
    </GuestPage>
  )
}
