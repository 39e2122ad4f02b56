// A proof by a code that is sent to the person's phone: sent when they ask for it, since a text message is not for nothing.

import { NoticeBanner, Text } from '@farport/design-system'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ResendCode } from '../../guest/ResendCode.tsx'
import { account } from '../account-calls.ts'
import { useAccountProblemText } from '../use-problem-texts.ts'
import { ProveByCode } from './ProveByCode.tsx'
import { ProofForm, type ProofWayProps } from './ProofForm.tsx'
import { useProof } from './use-proof.ts'

export function ProveByText({ onProven, ...rest }: ProofWayProps) {
  const { t } = useTranslation()
  const textOf = useAccountProblemText()
  const proof = useProof(onProven)
  const { isBusy, problem, setProblem, during } = proof
  /** Of the number that the code went to. */
  const [phoneHint, setPhoneHint] = useState<string | undefined>(undefined)

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
    <ProveByCode
      {...rest}
      label={t('account.code')}
      proof={proof}
      before={<Text size="sm">{t('account.smsSent', { phone: phoneHint })}</Text>}
      after={<ResendCode send={account.sendProofText} onProblem={setProblem} />}
    />
  )
}
