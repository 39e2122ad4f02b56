// A page for strangers that needs the server, which does not answer.

import { Button } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { GuestPage } from '../guest/GuestPage.tsx'

export function UnreachablePage() {
  const { t } = useTranslation()
  return (
    <GuestPage title={t('shell.unreachableTitle')} hint={t('identity.refusal.UNREACHABLE')}>
      <Button mt="lg" onClick={() => location.reload()}>
        {t('shell.tryAgain')}
      </Button>
    </GuestPage>
  )
}
