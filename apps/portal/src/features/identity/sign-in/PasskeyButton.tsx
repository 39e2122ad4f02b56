// Signs in with a passkey, without an address or a password.

import { Button } from '@farport/design-system'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToldProblem } from '../use-refusal-text.ts'
import { signInByPasskey } from './passkey-sign-in.ts'
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
    const outcome = await signInByPasskey('ask', () => isRemembered)
    if (outcome !== 'declined' && outcome.ok) await goOn(outcome.value)
    else if (outcome !== 'declined') onProblem(outcome.refusal)
    setIsBusy(false)
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
