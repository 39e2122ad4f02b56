// A page at the door on which a new password is chosen, with what else is asked for there.

import { Stack } from '@farport/design-system'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuthProblemCode } from '../../../api/auth-problem.ts'
import { passwordLength } from '../credentials.ts'
import { GuestPage } from '../guest/GuestPage.tsx'
import { ProblemNotice } from '../guest/ProblemNotice.tsx'
import { SubmitButton } from '../guest/SubmitButton.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import type { NewPasswordForm } from './use-new-password.ts'

interface NewPasswordPageProps {
  form: NewPasswordForm
  title: string
  hint: string
  foot?: ReactNode
  /** The address of the account, which makes no good password. */
  email?: string
  /** Above the password. */
  children?: ReactNode
  below?: ReactNode
  submitLabel: string
  /** A refusal that is said at one of the fields. */
  saidAtField?: AuthProblemCode
  autoFocus?: boolean
}

export function NewPasswordPage(props: NewPasswordPageProps) {
  const { form, title, hint, foot, email = '', children, below, submitLabel, saidAtField, autoFocus = false } = props
  const { t } = useTranslation()
  return (
    <GuestPage title={title} hint={hint} foot={foot}>
      <form onSubmit={(event) => void form.submit(event)} noValidate>
        <Stack gap="sm" mt="lg">
          {form.problem?.code !== saidAtField && <ProblemNotice problem={form.problem} />}
          {children}
          <NewPasswordFields
            value={form.value}
            onChange={form.change}
            problems={form.problems}
            email={email}
            autoFocus={autoFocus}
          />
          {below}
          <SubmitButton
            isBusy={form.isBusy}
            refusal={form.missing && t(form.missing, passwordLength)}
            onRefused={form.showProblems}
          >
            {submitLabel}
          </SubmitButton>
        </Stack>
      </form>
    </GuestPage>
  )
}
