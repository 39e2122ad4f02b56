// What went wrong last with a session: its code, what that means, and the words of the agent.

import { NoticeBanner } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { errorText } from './path-words.ts'
import css from './ConnectPanel.module.css'

export function SessionError({ error: { code, message } }: { error: { code: number; message: string } }) {
  const { t, i18n } = useTranslation()
  const text = errorText(code)
  // The agent speaks English. Where its code is known, others read what that means.
  const isTold = i18n.language === 'en' || text === undefined
  return (
    <div className={css['part']}>
      <NoticeBanner tone="danger" title={t('connections.errorCode.title', { code })}>
        {text !== undefined && <div>{t(text)}</div>}
        {isTold && <div>{message}</div>}
      </NoticeBanner>
    </div>
  )
}
