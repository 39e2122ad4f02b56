// A proof by a code that is sent to the person's phone: sent when they ask for it, since a text message is not for nothing.

import { NoticeBanner, Text } from '@farport/design-system'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cleanCode } from '../../credentials.ts'
import { CodeInput } from '../../guest/CodeInput.tsx'
import { ResendCode } from '../../guest/ResendCode.tsx'
import { account } from '../account-calls.ts'
import { useAccountProblemText } from '../use-problem-texts.ts'
import { ProofForm, type ProofWayProps } from './ProofForm.tsx'
import { useProof } from './use-proof.ts'

export function ProveByText({ onProven, ...rest }: ProofWayProps) {
  const { t } = useTranslation()
  const textOf = useAccountProblemText()
  const { isBusy, problem, setProblem, give, during } = useProof(onProven)
  /** Of the number that the code went to. */
  const [phoneHint, setPhoneHint] = useState<string | undefined>(undefined)
  const [typed, setTyped] = useState('')
  const code = cleanCode(typed)

  const send = async () => {
    const sent = await during(account.sendProofText())
    if (sent.ok) setPhoneHint(sent.value.phoneHint)
    else setProblem(sent.refusal)
  }

  if (phoneHint === undefined)
    return (
      <ProofForm {...rest} submitLabel={t('account.proveSendText')} isBusy={isBusy} isButtonFirst onSubmit={send}>
        <Text size="sm">{t('account.proveTextText')}</Text>
        {problem !== undefined && <NoticeBanner tone="danger">{textOf(problem)}</NoticeBanner>}
      </ProofForm>
    )
  return (
    <ProofForm
      {...rest}
      submitLabel={t('account.prove')}
      isBusy={isBusy}
      onSubmit={async () => (code === '' ? undefined : give({ code }))}
    >
      <Text size="sm">{t('account.smsSent', { phone: phoneHint })}</Text>
      <CodeInput
        data-autofocus
        autoFocus
        label={t('account.code')}
        value={typed}
        error={problem && textOf(problem)}
        onChange={(text) => {
          setTyped(text)
          setProblem(undefined)
        }}
      />
      <ResendCode send={account.sendProofText} onProblem={setProblem} />
    </ProofForm>
  )
}
