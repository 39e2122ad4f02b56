// A proof by the password.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
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
