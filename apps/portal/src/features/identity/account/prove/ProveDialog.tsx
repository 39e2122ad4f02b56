// Asks once more who is there: by password, by a code of the authenticator app, or by signing in again.

import { Anchor, Button, Dialog, DialogActions, Stack, Text } from '@farport/design-system'
import { useId, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuthProblem } from '../../../../api/auth-problem.ts'
import { cleanCode } from '../../credentials.ts'
import { CodeInput } from '../../guest/CodeInput.tsx'
import { PasswordField } from '../../guest/PasswordField.tsx'
import { useSession, useViewer } from '../../session.tsx'
import { account } from '../account-calls.ts'
import { useAccountProblemText } from '../use-problem-texts.ts'

type Way = 'password' | 'code'

export function ProveDialog({ onAnswer }: { onAnswer: (isProven: boolean) => void }) {
  const { t } = useTranslation()
  const viewer = useViewer()
  const { signOut } = useSession()
  const textOf = useAccountProblemText()
  const formId = useId()
  const [way, setWay] = useState<Way>(viewer.hasPassword ? 'password' : 'code')
  const [typed, setTyped] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<AuthProblem | undefined>(undefined)

  const change = (text: string) => {
    setTyped(text)
    setProblem(undefined)
  }

  const turnTo = (next: Way) => {
    setWay(next)
    change('')
  }

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    // Dialogs are drawn elsewhere, but their events come by the page they belong to, which may be a form.
    event.stopPropagation()
    const code = cleanCode(typed)
    if ((way === 'code' ? code : typed) === '' || isBusy) return
    setIsBusy(true)
    const answer = await account.prove(way === 'code' ? { code } : { password: typed })
    setIsBusy(false)
    if (answer.ok) onAnswer(true)
    else setProblem(answer.refusal)
  }

  return (
    <Dialog isOpen title={t('account.proveTitle')} onClose={() => onAnswer(false)}>
      <form id={formId} onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm">
          <Text>{t('account.proveText', { email: viewer.email })}</Text>
          {way === 'password' ? (
            <PasswordField
              key="password"
              data-autofocus
              autoFocus
              label={t('identity.password')}
              name="password"
              autoComplete="current-password"
              value={typed}
              error={problem && textOf(problem)}
              onChange={change}
            />
          ) : (
            <CodeInput
              key="code"
              data-autofocus
              autoFocus
              label={t('account.appCode')}
              value={typed}
              error={problem && textOf(problem)}
              onChange={change}
            />
          )}
          <Stack gap={4} align="flex-start">
            {viewer.hasPassword && (
              <Anchor
                component="button"
                type="button"
                size="sm"
                onClick={() => turnTo(way === 'code' ? 'password' : 'code')}
              >
                {t(way === 'code' ? 'account.provePassword' : 'account.proveCode')}
              </Anchor>
            )}
            {!viewer.hasPassword && (
              // A new session is as good as a proof.
              <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
                {t('account.proveSignIn')}
              </Anchor>
            )}
          </Stack>
        </Stack>
      </form>
      <DialogActions>
        <Button variant="default" onClick={() => onAnswer(false)}>
          {t('shell.cancel')}
        </Button>
        <Button type="submit" form={formId} loading={isBusy}>
          {t('account.prove')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
