// Changing the password.

import { ActionButton, NoticeBanner, Section, Stack, notify } from '@farport/design-system'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuthProblem } from '../../../../api/auth-problem.ts'
import { auth } from '../../auth-calls.ts'
import { newPasswordProblems, passwordLength, type NewPassword } from '../../credentials.ts'
import { KnownUsername } from '../../guest/KnownUsername.tsx'
import { PasswordField } from '../../guest/PasswordField.tsx'
import { NewPasswordFields } from '../../passwords/NewPasswordFields.tsx'
import { useViewer } from '../../session.tsx'
import { useProven } from '../prove/proof-context.ts'
import { useAccountProblemText } from '../use-problem-texts.ts'

const emptyForm: NewPassword = { password: '', passwordAgain: '' }

export function PasswordSection({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation()
  const viewer = useViewer()
  return (
    <Section title={t('account.password')} description={viewer.hasPassword ? t('account.passwordHint') : undefined}>
      {viewer.hasPassword ? (
        <ChangePasswordForm email={viewer.email} onChanged={onChanged} />
      ) : (
        <NoticeBanner tone="neutral">{t('account.noPassword')}</NoticeBanner>
      )}
    </Section>
  )
}

function ChangePasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const { t } = useTranslation()
  const proven = useProven()
  const textOf = useAccountProblemText()
  const [currentPassword, setCurrentPassword] = useState('')
  const [form, setForm] = useState(emptyForm)
  const [areProblemsShown, setAreProblemsShown] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<AuthProblem | undefined>(undefined)
  const isCurrentWrong = problem?.code === 'INVALID_EMAIL_OR_PASSWORD'
  const problems = newPasswordProblems(form)
  const firstProblem = currentPassword === '' ? 'identity.currentPasswordMissing' : Object.values(problems)[0]

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setAreProblemsShown(true)
    setProblem(undefined)
    if (firstProblem !== undefined || isBusy) return
    setIsBusy(true)
    const answer = await proven(() => auth.changePassword({ currentPassword, password: form.password }))
    setIsBusy(false)
    if (!answer.ok) return setProblem(answer.refusal)
    setCurrentPassword('')
    setForm(emptyForm)
    setAreProblemsShown(false)
    notify.success(t('identity.passwordChanged'))
    onChanged()
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm" maw={360}>
        <KnownUsername email={email} />
        {problem !== undefined && !isCurrentWrong && (
          <NoticeBanner tone="danger">{t('account.passwordError', { detail: textOf(problem) })}</NoticeBanner>
        )}
        <PasswordField
          label={t('identity.currentPassword')}
          name="current-password"
          autoComplete="current-password"
          value={currentPassword}
          error={
            isCurrentWrong
              ? t('account.passwordError', { detail: t('identity.currentPasswordWrong') })
              : areProblemsShown && currentPassword === '' && t('identity.currentPasswordMissing')
          }
          onChange={(text) => {
            setCurrentPassword(text)
            setProblem(undefined)
          }}
        />
        <NewPasswordFields
          value={form}
          onChange={(change) => setForm({ ...form, ...change })}
          problems={areProblemsShown ? problems : {}}
          email={email}
          isChange
        />
        <div>
          <ActionButton
            type="submit"
            loading={isBusy}
            refusal={firstProblem && t(firstProblem, passwordLength)}
            onRefused={() => setAreProblemsShown(true)}
          >
            {t('identity.updatePassword')}
          </ActionButton>
        </div>
      </Stack>
    </form>
  )
}
