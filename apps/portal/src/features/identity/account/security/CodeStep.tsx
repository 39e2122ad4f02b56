// The step in which a second factor is shown to work: its code is typed, and with it the factor is turned on.

import { Button, DialogActions, Stack } from '@farport/design-system'
import type { MfaMethod, MfaPref } from '@farport/contract'
import { useId, useState, type ReactNode, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuthResult } from '../../../../api/auth-http.ts'
import type { AuthProblem } from '../../../../api/auth-problem.ts'
import { cleanCode, codeLengthMin } from '../../credentials.ts'
import { CodeInput } from '../../guest/CodeInput.tsx'
import { account } from '../account-calls.ts'
import { useProven } from '../prove/proof-context.ts'
import { useAccountProblemText } from '../use-problem-texts.ts'

interface CodeStepProps {
  method: MfaMethod
  verify: (code: string) => AuthResult<MfaPref>
  /** Where the code comes from, above its field. */
  children: ReactNode
  label: string
  /** Below the field; what it cannot do is said at the field. */
  renderBelow?: (onProblem: (text: string) => void) => ReactNode
  /** Why the code was refused. */
  sayWrong: (refusal: AuthProblem) => string
  back: { label: string; go: () => void }
  onOn: (backupCode: string | undefined) => void
}

export function CodeStep({ method, verify, children, label, renderBelow, sayWrong, back, onOn }: CodeStepProps) {
  const { t } = useTranslation()
  const proven = useProven()
  const textOf = useAccountProblemText()
  const formId = useId()
  const [typed, setTyped] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const code = cleanCode(typed)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (code.length < codeLengthMin || isBusy) return
    setIsBusy(true)
    await turnOn()
    setIsBusy(false)
  }

  const turnOn = async () => {
    const verified = await proven(() => verify(code))
    if (!verified.ok) return setProblem(sayWrong(verified.refusal))
    const turned = await proven(() => account.setMfaMethod(method))
    if (turned.ok) onOn(turned.value.backupCode)
    else setProblem(t('account.twoFactorError', { detail: textOf(turned.refusal) }))
  }

  return (
    <form id={formId} onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        {children}
        <CodeInput
          data-autofocus
          autoFocus
          label={label}
          value={typed}
          error={problem}
          onChange={(text) => {
            setTyped(text)
            setProblem(undefined)
          }}
        />
        {renderBelow?.(setProblem)}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={back.go}>
          {back.label}
        </Button>
        <Button type="submit" loading={isBusy} disabled={code.length < codeLengthMin}>
          {t('account.verify')}
        </Button>
      </DialogActions>
    </form>
  )
}
