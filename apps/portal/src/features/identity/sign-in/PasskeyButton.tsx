// Signs in with a passkey, without an address or a password.

import { Button } from '@farport/design-system'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auth } from '../auth-calls.ts'
import type { ToldProblem } from '../use-refusal-text.ts'
import { signWithPasskey } from './passkey-sign-in.ts'
import { useSignInStep } from './use-sign-in-step.ts'

interface PasskeyButtonProps {
  isRemembered: boolean
  onProblem: (problem: ToldProblem | undefined) => void
}

export function PasskeyButton({ isRemembered, onProblem }: PasskeyButtonProps) {
  const { t } = useTranslation()
  const goOn = useSignInStep()
  const [isBusy, setIsBusy] = useState(false)

  const signIn = async () => {
    onProblem(undefined)
    setIsBusy(true)
    await ask()
    setIsBusy(false)
  }

  const ask = async () => {
    const options = await auth.passkeyOptions()
    if (!options.ok) return onProblem(options.refusal)
    const response = await signWithPasskey(options.value, 'ask')
    if (!response.ok) return
    const answer = await auth.signInByPasskey(response.value, isRemembered)
    if (answer.ok) await goOn(answer.value)
    else onProblem(answer.refusal)
  }

  return (
    <Button
      variant="default"
      size="md"
      fz="sm"
      fullWidth
      loading={isBusy}
      leftSection={<IconKey size={18} aria-hidden />}
      onClick={() => void signIn()}
    >
      {t('identity.signInWithPasskey')}
    </Button>
  )
}
