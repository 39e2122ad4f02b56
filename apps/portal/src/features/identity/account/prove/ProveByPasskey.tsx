// A proof by one of the person's passkeys.

import { NoticeBanner, Text } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { signWithPasskey } from '../../sign-in/passkey-sign-in.ts'
import { account } from '../account-calls.ts'
import { useAccountProblemText } from '../use-problem-texts.ts'
import { ProofForm, type ProofWayProps } from './ProofForm.tsx'
import { useProof } from './use-proof.ts'

export function ProveByPasskey({ onProven, ...rest }: ProofWayProps) {
  const { t } = useTranslation()
  const textOf = useAccountProblemText()
  const { isBusy, problem, setProblem, give, during } = useProof(onProven)

  const prove = async () => {
    const options = await during(account.proofPasskeyOptions())
    if (!options.ok) return setProblem(options.refusal)
    const signed = await during(signWithPasskey(options.value, 'ask'))
    // Whoever declined knows that nothing happened.
    if (signed.ok) await give({ response: signed.value })
  }

  return (
    <ProofForm {...rest} submitLabel={t('identity.usePasskey')} isBusy={isBusy} isButtonFirst onSubmit={prove}>
      <Text size="sm">{t('account.provePasskeyText')}</Text>
      {problem !== undefined && (
        <NoticeBanner tone="danger">
          {problem.code === 'INVALID_TOKEN' ? t('account.provePasskeyWrong') : textOf(problem)}
        </NoticeBanner>
      )}
    </ProofForm>
  )
}
