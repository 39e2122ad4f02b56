// Changes the password of whoever is signed in.

import { Anchor, notify } from '@farport/design-system'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../../paths.ts'
import { auth } from '../auth-calls.ts'
import { KnownUsername } from '../guest/KnownUsername.tsx'
import { PasswordField } from '../guest/PasswordField.tsx'
import { useViewer } from '../session.tsx'
import { NewPasswordPage } from './NewPasswordPage.tsx'
import { useNewPassword } from './use-new-password.ts'

export function UpdatePasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { email } = useViewer()
  const [currentPassword, setCurrentPassword] = useState('')
  const isMissing = currentPassword === ''
  const form = useNewPassword({
    missing: { before: isMissing ? 'identity.currentPasswordMissing' : undefined },
    async send(password) {
      const answer = await auth.changePassword({ currentPassword, password })
      if (!answer.ok) return answer
      notify.success(t('identity.passwordChanged'))
      await navigate(paths.devices(), { replace: true })
      return answer
    },
  })
  const isWrong = form.problem?.code === 'INVALID_EMAIL_OR_PASSWORD'

  return (
    <NewPasswordPage
      form={form}
      title={t('identity.updatePasswordTitle')}
      hint={email}
      email={email}
      submitLabel={t('identity.updatePassword')}
      saidAtField="INVALID_EMAIL_OR_PASSWORD"
      foot={
        <Anchor component={Link} to={paths.devices()}>
          {t('identity.continueToDevices')}
        </Anchor>
      }
    >
      <KnownUsername email={email} />
      <PasswordField
        label={t('identity.currentPassword')}
        name="current-password"
        autoComplete="current-password"
        value={currentPassword}
        error={
          isWrong
            ? t('identity.currentPasswordWrong')
            : form.areProblemsShown && isMissing && t('identity.currentPasswordMissing')
        }
        autoFocus
        onChange={setCurrentPassword}
      />
    </NewPasswordPage>
  )
}
