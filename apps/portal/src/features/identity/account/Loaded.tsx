// Draws what a call answered, or that it is on its way, or that it failed.

import { Button, NoticeBanner, Skeleton, VisuallyHidden } from '@farport/design-system'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallState } from './use-call.ts'
import { useAccountProblemText } from './use-problem-texts.ts'

interface LoadedProps<Data> {
  state: CallState<Data>
  onRetry: () => Promise<void>
  children: (data: Data) => ReactNode
}

export function Loaded<Data>({ state, onRetry, children }: LoadedProps<Data>) {
  const { t } = useTranslation()
  const textOf = useAccountProblemText()
  switch (state.kind) {
    case 'loading':
      return (
        <div role="status" aria-busy="true">
          <VisuallyHidden>{t('shell.loading')}</VisuallyHidden>
          <Skeleton height={46} radius="lg" />
        </div>
      )
    case 'failed':
      return (
        <NoticeBanner
          tone="danger"
          title={t('account.loadFailed')}
          action={
            <Button size="xs" variant="default" onClick={() => void onRetry()}>
              {t('shell.tryAgain')}
            </Button>
          }
        >
          {textOf(state.refusal)}
        </NoticeBanner>
      )
    case 'loaded':
      return children(state.data)
  }
}
