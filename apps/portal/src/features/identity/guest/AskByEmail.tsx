// A page that takes an address, to which something is then sent.

import { Anchor, Stack } from '@farport/design-system'
import type { Result } from '@farport/basics'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { cleanEmail, emailProblem } from '../credentials.ts'
import type { ToldProblem } from '../use-refusal-text.ts'
import { EmailField } from './EmailField.tsx'
import { GuestPage } from './GuestPage.tsx'
import { ProblemNotice } from './ProblemNotice.tsx'
import { SubmitButton } from './SubmitButton.tsx'

interface AskByEmailProps {
  title: string
  hint: string
  /** The way back to the sign-in. */
  backTo: string
  email: string
  onEmail: (email: string) => void
  /** With the address as it is known. */
  ask: (email: string) => Promise<Result<unknown, ToldProblem>>
  onAsked: () => void
}

export function AskByEmail({ title, hint, backTo, email, onEmail, ask, onAsked }: AskByEmailProps) {
  const { t } = useTranslation()
  const [isProblemShown, setIsProblemShown] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<ToldProblem | undefined>(undefined)
  const wrong = emailProblem(email)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setIsProblemShown(true)
    setProblem(undefined)
    if (wrong !== undefined || isBusy) return
    setIsBusy(true)
    const answer = await ask(cleanEmail(email))
    setIsBusy(false)
    if (answer.ok) onAsked()
    else setProblem(answer.refusal)
  }

  return (
    <GuestPage
      title={title}
      hint={hint}
      foot={
        <Anchor component={Link} to={backTo}>
          {t('identity.backToSignIn')}
        </Anchor>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm" mt="lg">
          <ProblemNotice problem={problem} />
          <EmailField value={email} problem={isProblemShown ? wrong : undefined} autoFocus onChange={onEmail} />
          <SubmitButton
            isBusy={isBusy}
            refusal={email.trim() === '' ? t('identity.emailMissing') : undefined}
            onRefused={() => setIsProblemShown(true)}
          >
            {t('identity.sendCode')}
          </SubmitButton>
        </Stack>
      </form>
    </GuestPage>
  )
}
