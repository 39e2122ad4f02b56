// The lines of a log, newest first, page by page.

import { Button, EmptyState, ErrorState, RowSkeletons } from '@farport/design-system'
import type { CombinedError } from '@urql/core'
import { IconList } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../api/use-problem-text.ts'
import css from './LogList.module.css'
import { LogRow } from './LogRow.tsx'
import type { LogView } from './log-view.ts'

interface LogListProps {
  view: LogView
  error: CombinedError | undefined
  isFetching: boolean
  onMore: (after: string) => void
}

export function LogList(props: LogListProps) {
  return (
    <div className={css['scroll']}>
      <LogContent {...props} />
    </div>
  )
}

function LogContent({ view, error, isFetching, onMore }: LogListProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  switch (view.kind) {
    case 'loading':
      return <RowSkeletons count={10} label={t('shell.loading')} />
    case 'failed':
      return <ErrorState title={t('logs.failed')} hint={error && problemText(error)} />
    case 'empty':
      return (
        <EmptyState icon={<IconList size={28} stroke={1.6} />} title={t('logs.empty')} hint={t('logs.emptyHint')} />
      )
    case 'lines':
      return (
        <>
          <ol className={css['lines']}>
            {view.events.map((event) => (
              <LogRow key={event.id} event={event} />
            ))}
          </ol>
          <div className={css['foot']}>
            {view.after === undefined ? (
              t('logs.end')
            ) : (
              <Button variant="default" loading={isFetching} onClick={() => view.after && onMore(view.after)}>
                {t('shell.loadMore')}
              </Button>
            )}
          </div>
        </>
      )
  }
}
