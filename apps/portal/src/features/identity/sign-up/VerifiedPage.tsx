// Where the verification link ends: it worked, or it did not.

import { Button, LoadingScreen } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { GuestPage } from '../guest/GuestPage.tsx'
import { useSession } from '../session.tsx'

export function VerifiedPage() {
  const { t } = useTranslation()
  const { session } = useSession()
  const [search] = useSearchParams()
  if (session.kind === 'loading') return <LoadingScreen label={t('shell.loading')} />

  const hasFailed = search.has('error')
  const isSignedIn = session.kind === 'signed-in'
  return (
    <GuestPage
      title={t(hasFailed ? 'identity.verifyFailedTitle' : 'identity.verifiedTitle')}
      hint={t(hasFailed ? 'identity.verifyFailedText' : 'identity.verifiedText')}
    >
      <Button component={Link} to={isSignedIn ? paths.devices() : paths.signIn()} mt="lg">
        {t(isSignedIn ? 'identity.continueToDevices' : 'identity.continueToSignIn')}
      </Button>
    </GuestPage>
  )
}
