// The form that chooses a new password with a mailed code. Pure.

import type { MessageKey } from '../../../i18n/messages.ts'
import { cleanCode, codeLengthMin, emailProblem, newPasswordProblems, type NewPassword } from '../credentials.ts'

export interface ResetForm extends NewPassword {
  email: string
  code: string
}

export function resetProblems(form: ResetForm): Partial<Record<keyof ResetForm, MessageKey>> {
  const emailWrong = emailProblem(form.email)
  return {
    ...(emailWrong === undefined ? {} : { email: emailWrong }),
    ...(cleanCode(form.code).length < codeLengthMin ? { code: 'identity.codeMissing' as const } : {}),
    ...newPasswordProblems(form),
  }
}
