// A proof by a code that is typed, wherever it comes from.

import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cleanCode } from '../../credentials.ts'
import { CodeInput } from '../../guest/CodeInput.tsx'
import { useAccountProblemText } from '../use-problem-texts.ts'
import { ProofForm, type ProofWayProps } from './ProofForm.tsx'
import { useProof, type ProofDeed } from './use-proof.ts'

interface ProveByCodeProps extends Pick<ProofWayProps, 'others' | 'onClose'> {
  label: string
  proof: ProofDeed
  /** Where the code went. */
  before?: ReactNode
  /** What helps whoever did not get it. */
  after?: ReactNode
}

export function ProveByCode({ label, proof, before, after, ...rest }: ProveByCodeProps) {
  const { t } = useTranslation()
  const textOf = useAccountProblemText()
  const { isBusy, problem, setProblem, give } = proof
  const [typed, setTyped] = useState('')
  const code = cleanCode(typed)
  return (
    <ProofForm
      {...rest}
      submitLabel={t('account.prove')}
      isBusy={isBusy}
      onSubmit={async () => (code === '' ? undefined : give({ code }))}
    >
      {before}
      <CodeInput
        data-autofocus
        autoFocus
        label={label}
        value={typed}
        error={problem && textOf(problem)}
        onChange={(text) => {
          setTyped(text)
          setProblem(undefined)
        }}
      />
      {after}
    </ProofForm>
  )
}

/** Of the authenticator app. */
export function ProveByApp({ onProven, ...rest }: ProofWayProps) {
  const { t } = useTranslation()
  return <ProveByCode {...rest} label={t('account.appCode')} proof={useProof(onProven)} />
}
