// Where the page came without encryption, anybody on the way can read the password.

import { Anchor, NoticeBanner } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { SystemDocument } from '#graphql'

export function InsecureNotice() {
  return globalThis.isSecureContext ? null : <Notice />
}

function Notice() {
  const { t } = useTranslation()
  const [{ data }] = useQuery({ query: SystemDocument })
  const publicUrl = data?.system.publicUrl ?? ''
  const secureUrl = publicUrl.startsWith('https:') ? publicUrl : `https://${location.hostname}`
  return (
    <NoticeBanner
      tone="warning"
      action={
        <Anchor href={`${secureUrl}${location.pathname}${location.search}`}>{t('identity.secureSession')}</Anchor>
      }
    >
      {t('identity.insecureNetwork')}
    </NoticeBanner>
  )
}
