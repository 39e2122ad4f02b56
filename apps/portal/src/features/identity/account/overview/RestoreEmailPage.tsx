// /restore-email: where the link leads that the former address of an account got, for whoever did not want it changed.

import { Button, NoticeBanner, Stack } from '@farport/design-system'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../../../paths.ts'
import { GuestPage } from '../../guest/GuestPage.tsx'
import { ProblemNotice } from '../../guest/ProblemNotice.tsx'
import { useSession } from '../../session.tsx'
import type { ToldProblem } from '../../use-refusal-text.ts'
import { account } from '../account-calls.ts'

export function RestoreEmailPage() {
  const { t } = useTranslation()
  const { check } = useSession()
  const [search] = useSearchParams()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<ToldProblem | undefined>(undefined)
  const [restored, setRestored] = useState<string | undefined>(undefined)

  // By a click: programs that look through mails open links, too.
  const restore = async () => {
    setIsBusy(true)
    const answer = await account.restoreEmail(search.get('token') ?? '')
    setIsBusy(false)
    if (!answer.ok) return setProblem(answer.refusal)
    setRestored(answer.value.email)
    await check()
  }

  return (
    <GuestPage title={t('account.restoreTitle')} hint={t('account.restoreText')}>
      <Stack gap="sm" mt="lg">
        {problem !== undefined &&
          (problem.code === 'INVALID_TOKEN' ? (
            <NoticeBanner tone="danger">{t('account.restoreInvalid')}</NoticeBanner>
          ) : (
            <ProblemNotice problem={problem} />
          ))}
        {restored === undefined ? (
          <Button fullWidth color="danger" loading={isBusy} onClick={() => void restore()}>
            {t('account.restore')}
          </Button>
        ) : (
          <>
            <NoticeBanner tone="success">{t('account.restored', { email: restored })}</NoticeBanner>
            <Button fullWidth component={Link} to={paths.forgotPassword(restored)}>
              {t('account.choosePassword')}
            </Button>
          </>
        )}
      </Stack>
    </GuestPage>
  )
}
