// Says how far the check is that there is no robot. It needs no puzzle, and no hand.

import { Anchor, Loader } from '@farport/design-system'
import { IconAlertTriangle, IconShield, IconShieldCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaptchaState } from './captcha.ts'
import css from './CaptchaLine.module.css'

const marks: Readonly<Record<CaptchaState, ReactNode>> = {
  idle: <IconShield size={18} aria-hidden />,
  working: <Loader size={16} aria-hidden />,
  solved: <IconShieldCheck size={18} aria-hidden />,
  failed: <IconAlertTriangle size={18} aria-hidden />,
}

export function CaptchaLine({ state, onRetry }: { state: CaptchaState; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={css['line']} data-state={state} role="status">
      <span className={css['mark']}>{marks[state]}</span>
      <span>{t(`identity.captcha.${state}`)}</span>
      {state === 'failed' && (
        <Anchor component="button" type="button" onClick={onRetry}>
          {t('shell.tryAgain')}
        </Anchor>
      )}
    </div>
  )
}
