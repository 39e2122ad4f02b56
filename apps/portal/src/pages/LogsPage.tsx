// /logs: what happened in the account.

import { Panel } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { AccountLog } from '../features/logs/AccountLog.tsx'

export function LogsPage() {
  const { t } = useTranslation()
  return (
    <Panel label={t('logs.title')}>
      <AccountLog />
    </Panel>
  )
}
