// Says that this computer has no network.

import { NoticeBanner } from '@farport/design-system'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

export function OfflineBanner() {
  const { t } = useTranslation()
  const isOnline = useSyncExternalStore(listen, () => navigator.onLine)
  if (isOnline) return null
  return (
    <div style={{ padding: '0.5rem 0.6rem 0' }}>
      <NoticeBanner tone="warning" title={t('shell.offlineTitle')}>
        {t('shell.offline')}
      </NoticeBanner>
    </div>
  )
}

function listen(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
