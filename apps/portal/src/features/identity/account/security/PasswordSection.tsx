// Changing the password.

import { ActionButton, NoticeBanner, Section, Stack, notify } from '@farport/design-system'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auth } from '../../auth-calls.ts'
import { passwordLength } from '../../credentials.ts'
import { KnownUsername } from '../../guest/KnownUsername.tsx'
import { PasswordField } from '../../guest/PasswordField.tsx'
import { NewPasswordFields } from '../../passwords/NewPasswordFields.tsx'
import { useNewPassword } from '../../passwords/use-new-password.ts'
import { useViewer } from '../../session.tsx'
import { useProven } from '../prove/proof-context.ts'
import { useAccountProblemText } from '../use-problem-texts.ts'

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
  const isMissing = currentPassword === ''
  const form = useNewPassword({
    missing: { before: isMissing ? 'identity.currentPasswordMissing' : undefined },
    async send(password) {
      const answer = await proven(() => auth.changePassword({ currentPassword, password }))
      if (!answer.ok) return answer
      setCurrentPassword('')
      form.clear()
      notify.success(t('identity.passwordChanged'))
      onChanged()
      return answer
    },
  })
  const { problem } = form
  const isWrong = problem?.code === 'INVALID_EMAIL_OR_PASSWORD'

  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate>
      <Stack gap="sm" maw={360}>
        <KnownUsername email={email} />
        {problem !== undefined && !isWrong && (
          <NoticeBanner tone="danger">{t('account.passwordError', { detail: textOf(problem) })}</NoticeBanner>
        )}
        <PasswordField
          label={t('identity.currentPassword')}
          name="current-password"
          autoComplete="current-password"
          value={currentPassword}
          error={
            isWrong
              ? t('account.passwordError', { detail: t('identity.currentPasswordWrong') })
              : form.areProblemsShown && isMissing && t('identity.currentPasswordMissing')
          }
          onChange={(text) => {
            setCurrentPassword(text)
            form.setProblem(undefined)
          }}
        />
        <NewPasswordFields value={form.value} onChange={form.change} problems={form.problems} email={email} isChange />
        <div>
          <ActionButton
            type="submit"
            loading={form.isBusy}
            refusal={form.missing && t(form.missing, passwordLength)}
            onRefused={form.showProblems}
          >
            {t('identity.updatePassword')}
          </ActionButton>
        </div>
      </Stack>
    </form>
  )
}
