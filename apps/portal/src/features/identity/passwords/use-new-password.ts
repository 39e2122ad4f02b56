// A form in which a new password is chosen: what it holds, what is wrong in it, and sending it.

import type { Result } from '@farport/basics'
import { useState, type SubmitEvent } from 'react'
import type { AuthProblem } from '../../../api/auth-problem.ts'
import type { MessageKey } from '../../../i18n/messages.ts'
import { newPasswordProblems, type NewPassword } from '../credentials.ts'

interface NewPasswordOptions {
  /** What is missing or wrong in the fields before the password, and in those after it. */
  missing?: { before?: MessageKey | undefined; after?: MessageKey | undefined }
  send: (password: string) => Promise<Result<unknown, AuthProblem>>
}

export interface NewPasswordForm {
  value: NewPassword
  change: (part: Partial<NewPassword>) => void
  clear: () => void
  /** Of the password, once they are to be shown. */
  problems: Partial<Record<keyof NewPassword, MessageKey>>
  areProblemsShown: boolean
  showProblems: () => void
  /** The first thing that is missing. */
  missing: MessageKey | undefined
  isBusy: boolean
  /** Why the server refused. */
  problem: AuthProblem | undefined
  setProblem: (problem: AuthProblem | undefined) => void
  submit: (event: SubmitEvent) => Promise<void>
}

const empty: NewPassword = { password: '', passwordAgain: '' }

export function useNewPassword({ missing: { before, after } = {}, send }: NewPasswordOptions): NewPasswordForm {
  const [value, setValue] = useState(empty)
  const [areProblemsShown, setAreProblemsShown] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<AuthProblem | undefined>(undefined)
  const problems = newPasswordProblems(value)
  const missing = before ?? Object.values(problems)[0] ?? after

  return {
    value,
    change: (part) => setValue({ ...value, ...part }),
    clear() {
      setValue(empty)
      setAreProblemsShown(false)
    },
    problems: areProblemsShown ? problems : {},
    areProblemsShown,
    showProblems: () => setAreProblemsShown(true),
    missing,
    isBusy,
    problem,
    setProblem,
    async submit(event) {
      event.preventDefault()
      setAreProblemsShown(true)
      setProblem(undefined)
      if (missing !== undefined || isBusy) return
      setIsBusy(true)
      const answer = await send(value.password)
      setIsBusy(false)
      if (!answer.ok) setProblem(answer.refusal)
    },
  }
}
