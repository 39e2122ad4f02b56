// Asks once more who is there, by one of the ways that the person has, or by signing in again.

import { Anchor, Button, Dialog, DialogActions, Stack, Text } from '@farport/design-system'
import type { ProofWay } from '@farport/contract'
import { useState, type FunctionComponent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession, useViewer } from '../../session.tsx'
import { canUsePasskeys } from '../../sign-in/passkey-sign-in.ts'
import { account } from '../account-calls.ts'
import { Loaded } from '../Loaded.tsx'
import { useCall } from '../use-call.ts'
import type { ProofWayProps } from './ProofForm.tsx'
import { proofView, type ProofView } from './proof-view.ts'
import { ProveByPasskey } from './ProveByPasskey.tsx'
import { ProveByText } from './ProveByText.tsx'
import { ProveByApp } from './ProveByCode.tsx'
import { ProveByPassword } from './ProveByPassword.tsx'

const steps: Readonly<Record<ProofWay, FunctionComponent<ProofWayProps>>> = {
  PASSWORD: ProveByPassword,
  PASSKEY: ProveByPasskey,
  CODE_BY_APP: ProveByApp,
  CODE_BY_TEXT: ProveByText,
}

export function ProveDialog({ onAnswer }: { onAnswer: (isProven: boolean) => void }) {
  const { t } = useTranslation()
  const { email } = useViewer()
  const [state, reload] = useCall(account.proofWays)
  return (
    <Dialog isOpen title={t('account.proveTitle')} onClose={() => onAnswer(false)}>
      <Stack gap="sm">
        <Text>{t('account.proveText', { email })}</Text>
        <Loaded state={state} onRetry={reload}>
          {({ ways }) => <ProofSteps ways={ways} onAnswer={onAnswer} />}
        </Loaded>
      </Stack>
    </Dialog>
  )
}

function ProofSteps({ ways, onAnswer }: { ways: ProofWay[]; onAnswer: (isProven: boolean) => void }) {
  const { t } = useTranslation()
  const { signOut } = useSession()
  const [chosen, setChosen] = useState<ProofWay | undefined>(undefined)
  const view = proofView({ ways, canUsePasskeys: canUsePasskeys() }, chosen)
  const close = () => onAnswer(false)

  if (view.way === undefined)
    return (
      <>
        <Text size="sm">{t('account.proveNothing')}</Text>
        <DialogActions>
          <Button variant="default" onClick={close}>
            {t('shell.cancel')}
          </Button>
          <Button data-autofocus autoFocus onClick={() => void signOut()}>
            {t('account.proveSignIn')}
          </Button>
        </DialogActions>
      </>
    )
  const Step = steps[view.way]
  return (
    <div>
      <Step
        key={view.way}
        others={<OtherWays view={view} onChoose={setChosen} onSignIn={() => void signOut()} />}
        onProven={() => onAnswer(true)}
        onClose={close}
      />
    </div>
  )
}

interface OtherWaysProps {
  view: ProofView
  onChoose: (way: ProofWay) => void
  onSignIn: () => void
}

function OtherWays({ view, onChoose, onSignIn }: OtherWaysProps) {
  const { t } = useTranslation()
  return (
    <Stack gap={4} align="flex-start">
      {view.others.map((way) => (
        <Anchor key={way} component="button" type="button" size="sm" onClick={() => onChoose(way)}>
          {t(`account.proveBy.${way}`)}
        </Anchor>
      ))}
      {view.canSignInInstead && (
        <Anchor component="button" type="button" size="sm" onClick={onSignIn}>
          {t('account.proveBySignIn')}
        </Anchor>
      )}
    </Stack>
  )
}
