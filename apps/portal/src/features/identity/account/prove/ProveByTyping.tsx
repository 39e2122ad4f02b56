// A proof that is typed: the password, or a code of the authenticator app.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cleanCode } from '../../credentials.ts'
import { CodeInput } from '../../guest/CodeInput.tsx'
import { PasswordField } from '../../guest/PasswordField.tsx'
import { useAccountProblemText } from '../use-problem-texts.ts'
import { ProofForm, type ProofWayProps } from './ProofForm.tsx'
import { useProof } from './use-proof.ts'

export function ProveByPassword({ onProven, ...rest }: ProofWayProps) {
  const { t } = useTranslation()
  const textOf = useAccountProblemText()
  const { isBusy, problem, setProblem, give } = useProof(onProven)
  const [password, setPassword] = useState('')
  return (
    <ProofForm
      {...rest}
      submitLabel={t('account.prove')}
      isBusy={isBusy}
      onSubmit={async () => (password === '' ? undefined : give({ password }))}
    >
      <PasswordField
        data-autofocus
        autoFocus
        label={t('identity.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        error={problem && textOf(problem)}
        onChange={(text) => {
          setPassword(text)
          setProblem(undefined)
        }}
      />
    </ProofForm>
  )
}

export function ProveByApp({ onProven, ...rest }: ProofWayProps) {
  const { t } = useTranslation()
  const textOf = useAccountProblemText()
  const { isBusy, problem, setProblem, give } = useProof(onProven)
  const [typed, setTyped] = useState('')
  const code = cleanCode(typed)
  return (
    <ProofForm
      {...rest}
      submitLabel={t('account.prove')}
      isBusy={isBusy}
      onSubmit={async () => (code === '' ? undefined : give({ code }))}
    >
      <CodeInput
        data-autofocus
        autoFocus
        label={t('account.appCode')}
        value={typed}
        error={problem && textOf(problem)}
        onChange={(text) => {
          setTyped(text)
          setProblem(undefined)
        }}
      />
    </ProofForm>
  )
}
