// After the answer: the program goes on by itself.

import { Anchor } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { GuestPage } from '../guest/GuestPage.tsx'

export function DeviceAnswered({ isAllowed, client }: { isAllowed: boolean; client: string }) {
  const { t } = useTranslation()
  return (
    <GuestPage
      title={t(isAllowed ? 'program.deviceApprovedTitle' : 'program.deviceDeniedTitle')}
      hint={t(isAllowed ? 'program.deviceApproved' : 'program.deviceDenied', { client })}
      foot={
        <Anchor component={Link} to={paths.devices()}>
          {t('identity.continueToDevices')}
        </Anchor>
      }
    />
  )
}
