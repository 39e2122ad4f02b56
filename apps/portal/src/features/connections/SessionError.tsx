// What went wrong last with a session: its code, and what that means.

import { NoticeBanner } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { errorText } from './path-words.ts'
import css from './ConnectPanel.module.css'

export function SessionError({ error: { code, message } }: { error: { code: number; message: string } }) {
  const { t, i18n } = useTranslation()
  const known = errorText(code)
  // The agent speaks English, in the words that people know. Others read what its code means.
  const text = i18n.language === 'en' || known === undefined ? message : t(known)
  return (
    <div className={css['part']}>
      <NoticeBanner tone="danger" title={t('connections.errorCode.title', { code })}>
        {text}
      </NoticeBanner>
    </div>
  )
}
