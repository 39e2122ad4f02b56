// After sign-up: where the verification link went, and what to do when it does not come.

import { Button, Group, NoticeBanner } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { useQuery } from 'urql'
import { SystemDocument } from '#graphql'
import { paths } from '../../../paths.ts'
import { GuestPage } from '../guest/GuestPage.tsx'
import { ResendButton } from './ResendButton.tsx'

export function SignUpVerifyPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const [{ data }] = useQuery({ query: SystemDocument })
  const email = search.get('email')
  return (
    <GuestPage
      title={t('identity.verifyTitle')}
      hint={email === null ? t('identity.verifyTextPlain') : t('identity.verifyText', { email })}
    >
      {data?.system.canSendMail === false && (
        <div style={{ marginTop: '1rem' }}>
          <NoticeBanner tone="warning">{t('identity.verifyNoMail')}</NoticeBanner>
        </div>
      )}
      <Group mt="lg" justify="space-between">
        <Button component={Link} to={paths.signIn()}>
          {t('identity.continueToSignIn')}
        </Button>
        {email !== null && <ResendButton email={email} />}
      </Group>
    </GuestPage>
  )
}
