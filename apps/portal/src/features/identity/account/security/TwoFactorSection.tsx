// Two-factor authentication: what is on, turning it on in three ways, turning it off.

import { ActionButton, Chip, RowList, Row, Section } from '@farport/design-system'
import type { MfaPref, TotpSetup } from '@farport/contract'
import { IconDeviceMobileMessage, IconFingerprint, IconShieldCheck } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { account } from '../account-calls.ts'
import { Loaded } from '../Loaded.tsx'
import { useProven } from '../prove/proof-context.ts'
import { useCall } from '../use-call.ts'
import { useNotifyAccountProblem } from '../use-problem-texts.ts'
import { AppDialog } from './AppDialog.tsx'
import { PasskeyFactorDialog } from './PasskeyFactorDialog.tsx'
import { RecoveryCodeRow } from './RecoveryCodeRow.tsx'
import { TurnOffFactors } from './TurnOffFactors.tsx'
import { factorChoices, type Factor, type FactorChoice } from './two-factor-view.ts'

// With it come the tables of phone numbers.
const SmsDialog = lazy(async () => ({ default: (await import('./SmsDialog.tsx')).SmsDialog }))

export function TwoFactorSection({ hasPasskey }: { hasPasskey: boolean }) {
  const { t } = useTranslation()
  const [state, reload] = useCall(account.mfaPref)
  const isOn = state.kind === 'loaded' && state.data.method !== 'NO_MFA'
  return (
    <Section
      title={t('account.twoFactor')}
      description={t('account.twoFactorHint')}
      end={isOn && <TurnOffFactors onChanged={reload} />}
    >
      <Loaded state={state} onRetry={reload}>
        {(pref) => <Factors pref={pref} hasPasskey={hasPasskey} onChanged={reload} />}
      </Loaded>
    </Section>
  )
}

interface FactorsProps {
  pref: MfaPref
  hasPasskey: boolean
  onChanged: () => Promise<void>
}

/** What is being set up. */
type SetUp = { factor: 'app'; setup: TotpSetup } | { factor: 'passkey' } | { factor: 'sms' }

function Factors({ pref, hasPasskey, onChanged }: FactorsProps) {
  const { t } = useTranslation()
  const proven = useProven()
  const notifyProblem = useNotifyAccountProblem()
  const [setUp, setSetUp] = useState<SetUp | undefined>(undefined)

  const begin = async (factor: Factor) => {
    if (factor !== 'app') return setSetUp({ factor })
    // Each asking makes another secret: asked once, with the click.
    const answer = await proven(account.beginTotp)
    if (notifyProblem(answer) && answer.ok) setSetUp({ factor, setup: answer.value })
  }
  const close = () => {
    setSetUp(undefined)
    void onChanged()
  }

  return (
    <>
      <RowList label={t('account.twoFactor')}>
        {factorChoices({ ...pref, hasPasskey }).map((choice) => (
          <FactorRow key={choice.factor} choice={choice} pref={pref} onSetUp={() => begin(choice.factor)} />
        ))}
        {pref.method !== 'NO_MFA' && <RecoveryCodeRow hasCode={pref.hasBackupCode} onChanged={onChanged} />}
      </RowList>
      {setUp?.factor === 'app' && <AppDialog setup={setUp.setup} onClose={close} />}
      {setUp?.factor === 'passkey' && <PasskeyFactorDialog onClose={close} />}
      {setUp?.factor === 'sms' && (
        <Suspense>
          <SmsDialog pref={pref} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

const icons = { app: IconShieldCheck, passkey: IconFingerprint, sms: IconDeviceMobileMessage }

interface FactorRowProps {
  choice: FactorChoice
  pref: MfaPref
  onSetUp: () => Promise<void>
}

function FactorRow({ choice, pref, onSetUp }: FactorRowProps) {
  const { t } = useTranslation()
  const [isBusy, setIsBusy] = useState(false)
  const { factor, isOn, refusal } = choice
  const Icon = icons[factor]
  const deed = isOn ? 'account.setUpAgain' : pref.method === 'NO_MFA' ? 'account.setUp' : 'account.useInstead'
  const isDone = isOn && factor === 'passkey'
  return (
    <Row
      mark={<Icon size={20} stroke={1.6} />}
      title={
        <>
          {t(`account.factor.${factor}`)}
          {isOn && <Chip tone="success">{t('account.factorOn')}</Chip>}
        </>
      }
      detail={detail()}
      end={
        !isDone && (
          <ActionButton
            size="xs"
            variant={isOn ? 'default' : 'light'}
            refusal={refusal && t(refusal)}
            loading={isBusy}
            onClick={() => {
              setIsBusy(true)
              void onSetUp().finally(() => setIsBusy(false))
            }}
            label={`${t(deed)}: ${t(`account.factor.${factor}`)}`}
          >
            {t(deed)}
          </ActionButton>
        )
      }
    />
  )

  function detail(): string {
    if (refusal !== undefined) return t(refusal)
    if (factor === 'sms' && pref.phoneVerified && pref.phone !== null)
      return t('account.factorPhone', { phone: pref.phone })
    return t(`account.factorHint.${factor}`)
  }
}
