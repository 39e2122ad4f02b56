// The address that the person signs in with, and changing it: the new one has to be shown to be theirs.

import { Button, Dialog, DialogActions, NoticeBanner, Section, Stack, Text, TextInput } from '@farport/design-system'
import { useId, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { account } from '../account-calls.ts'
import { cleanEmail, emailLengthMax, emailProblem } from '../../credentials.ts'
import { useProven } from '../prove/proof-context.ts'
import { useAccountProblemText } from '../use-problem-texts.ts'

export function EmailSection({ email }: { email: string }) {
  const { t } = useTranslation()
  const [isChanging, setIsChanging] = useState(false)
  const [sentTo, setSentTo] = useState<string | undefined>(undefined)
  return (
    <Section
      title={t('identity.email')}
      description={t('account.emailHint', { email })}
      end={
        <Button variant="default" onClick={() => setIsChanging(true)}>
          {t('account.changeEmail')}
        </Button>
      }
    >
      {sentTo !== undefined && (
        <NoticeBanner tone="success" title={t('identity.verificationSent')}>
          {t('account.emailSent', { email: sentTo })}
        </NoticeBanner>
      )}
      <Dialog isOpen={isChanging} title={t('account.changeEmail')} onClose={() => setIsChanging(false)}>
        <EmailForm
          known={email}
          onSent={(address) => {
            setSentTo(address)
            setIsChanging(false)
          }}
          onCancel={() => setIsChanging(false)}
        />
      </Dialog>
    </Section>
  )
}

interface EmailFormProps {
  known: string
  onSent: (address: string) => void
  onCancel: () => void
}

function EmailForm({ known, onSent, onCancel }: EmailFormProps) {
  const { t } = useTranslation()
  const proven = useProven()
  const textOf = useAccountProblemText()
  const formId = useId()
  const [typed, setTyped] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>(undefined)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const address = cleanEmail(typed)
    const wrong = address === known ? 'account.emailSame' : emailProblem(address)
    if (wrong !== undefined) return setProblem(t(wrong))
    setIsBusy(true)
    const answer = await proven(() => account.changeEmail(address))
    setIsBusy(false)
    if (answer.ok) onSent(address)
    else setProblem(textOf(answer.refusal))
  }

  return (
    <form id={formId} onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <Text>{t('account.changeEmailText')}</Text>
        <TextInput
          data-autofocus
          label={t('account.newEmail')}
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={emailLengthMax}
          value={typed}
          error={problem}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onCancel}>
          {t('shell.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('account.sendVerification')}
        </Button>
      </DialogActions>
    </form>
  )
}
