// The address, then the password, or what the person's organization has instead of one.

import { Anchor, Button, Checkbox, Group, Stack } from '@farport/design-system'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AuthProblem } from '../../../api/auth-problem.ts'
import type { MessageKey } from '../../../i18n/messages.ts'
import { paths } from '../../../paths.ts'
import { auth } from '../auth-calls.ts'
import { cleanEmail } from '../credentials.ts'
import { EmailField } from '../guest/EmailField.tsx'
import { SubmitButton } from '../guest/SubmitButton.tsx'
import { PasswordField } from '../guest/PasswordField.tsx'
import { rememberedEmail } from './remembered-email.ts'
import { signInProblem, withEmail, type SignInForm } from './sign-in-form.ts'
import { useSignInStep } from './use-sign-in-step.ts'

interface PasswordFormProps {
  form: SignInForm
  onChange: (form: SignInForm) => void
  onProblem: (problem: AuthProblem | undefined) => void
}

const waitsFor: ReadonlySet<AuthProblem['code']> = new Set(['UNREACHABLE', 'THROTTLED'])

export function PasswordForm({ form, onChange, onProblem }: PasswordFormProps) {
  const { t } = useTranslation()
  const goOn = useSignInStep()
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<MessageKey | undefined>(undefined)
  const email = cleanEmail(form.email)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    onProblem(undefined)
    const found = signInProblem(form)
    setWrong(found)
    if (found !== undefined || isBusy) return
    setIsBusy(true)
    await (form.step === 'email' ? findWay() : signIn())
    setIsBusy(false)
  }

  const findWay = async () => {
    const saml = await auth.checkSaml(email)
    if (!saml.ok && waitsFor.has(saml.refusal.code)) return onProblem(saml.refusal)
    // A password can be tried all the same where nobody can tell whether there is another way.
    const { isSaml, url } = saml.ok ? saml.value : { isSaml: false, url: undefined }
    onChange({ ...form, samlUrl: url, step: isSaml && url !== undefined ? 'saml' : 'password' })
  }

  const signIn = async () => {
    const answer = await auth.signIn({ email, password: form.password, rememberMe: form.isRemembered })
    if (!answer.ok) return onProblem(answer.refusal)
    rememberedEmail.set(form.isRemembered ? email : undefined)
    await goOn(answer.value)
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <EmailField
          value={form.email}
          problem={form.step === 'email' ? wrong : undefined}
          autoFocus
          offersPasskeys
          onChange={(value) => onChange(withEmail(form, value))}
        />
        {form.step === 'password' && (
          <PasswordField
            label={t('identity.password')}
            name="password"
            autoComplete="current-password"
            value={form.password}
            error={wrong !== undefined && t(wrong)}
            autoFocus
            onChange={(text) => onChange({ ...form, password: text })}
          />
        )}
        <Group justify="space-between" gap="xs">
          <Checkbox
            label={t('identity.rememberMe')}
            checked={form.isRemembered}
            onChange={(event) => onChange({ ...form, isRemembered: event.currentTarget.checked })}
          />
          <Anchor component={Link} to={paths.forgotPassword(email)}>
            {t('identity.forgotPassword')}
          </Anchor>
        </Group>
        {form.step === 'saml' ? (
          <Button component="a" href={form.samlUrl} fullWidth size="md" fz="sm" mt={4}>
            {t('identity.continueWithSaml')}
          </Button>
        ) : (
          <SubmitButton isBusy={isBusy}>
            {form.step === 'email' ? t('identity.next') : t('identity.signIn')}
          </SubmitButton>
        )}
        {form.step !== 'email' && form.samlUrl !== undefined && (
          <Anchor
            component="button"
            type="button"
            onClick={() => onChange({ ...form, step: form.step === 'saml' ? 'password' : 'saml' })}
          >
            {t(form.step === 'saml' ? 'identity.usePasswordInstead' : 'identity.useSamlInstead')}
          </Anchor>
        )}
      </Stack>
    </form>
  )
}
