// Signing in: with a provider, a passkey, or an address first and then its password.

import { Anchor, Stack } from '@farport/design-system'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import type { ToldProblem } from '../use-refusal-text.ts'
import { cleanEmail } from '../credentials.ts'
import { GuestPage } from '../guest/GuestPage.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { canUsePasskeys } from './passkey-sign-in.ts'
import { ProviderButtons } from './ProviderButtons.tsx'
import { rememberedEmail } from './remembered-email.ts'
import type { SignInForm } from './sign-in-form.ts'
import { SignInNotices } from './SignInNotices.tsx'
import { usePasskeySuggestions } from './use-passkey-suggestions.ts'
import { useProviders } from './use-providers.ts'
import { useNext } from './use-sign-in-step.ts'

export function SignInPage() {
  const { t } = useTranslation()
  const next = useNext()
  const providers = useProviders()
  const [form, setForm] = useState<SignInForm>(initialForm)
  const [problem, setProblem] = useState<ToldProblem | undefined>(undefined)
  usePasskeySuggestions(form.isRemembered, setProblem)

  return (
    <GuestPage
      title={t('identity.signInTitle')}
      hint={t('identity.signInHint')}
      foot={
        <>
          {t('identity.noAccount')}{' '}
          <Anchor component={Link} to={paths.signUp(cleanEmail(form.email), next)}>
            {t('identity.createAccount')}
          </Anchor>
        </>
      }
    >
      <Stack gap="md" mt="lg">
        <SignInNotices problem={problem} email={cleanEmail(form.email)} />
        <ProviderButtons providers={providers ?? []} next={next} rememberMe={form.isRemembered} />
        <PasswordForm form={form} onChange={setForm} onProblem={setProblem} />
        {canUsePasskeys() && <PasskeyButton isRemembered={form.isRemembered} onProblem={setProblem} />}
      </Stack>
    </GuestPage>
  )
}

function initialForm(): SignInForm {
  const email = rememberedEmail.find()
  return { email: email ?? '', password: '', isRemembered: email !== undefined, step: 'email', samlUrl: undefined }
}
