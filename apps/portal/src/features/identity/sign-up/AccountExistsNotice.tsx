// Somebody has an account with this address: what they may want instead of another one.

import { Button, NoticeBanner } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { ResendButton } from './ResendButton.tsx'

export function AccountExistsNotice({ email }: { email: string }) {
  const { t } = useTranslation()
  return (
    <NoticeBanner
      tone="warning"
      title={t('identity.accountExistsTitle')}
      action={
        <>
          <Button component={Link} to={paths.forgotPassword(email)} size="xs" variant="default">
            {t('identity.forgotPasswordTitle')}
          </Button>
          <ResendButton email={email} />
        </>
      }
    >
      {t('identity.accountExists')}
    </NoticeBanner>
  )
}
