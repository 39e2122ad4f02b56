// One method with its switch, which saves at once.

import { Loader, Row, Switch } from '@farport/design-system'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface MethodRowProps {
  icon: ReactNode
  label: string
  hint: string
  isOn: boolean
  isSaving: boolean
  onChange: (isOn: boolean) => void
  children?: ReactNode
}

export function MethodRow({ icon, label, hint, isOn, isSaving, onChange, children }: MethodRowProps) {
  const { t } = useTranslation()
  return (
    <Row
      mark={icon}
      title={label}
      detail={hint}
      end={
        <>
          {isSaving && <Loader size={16} aria-label={t('notifications.saving')} />}
          <Switch
            aria-label={label}
            checked={isOn}
            disabled={isSaving}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
        </>
      }
    >
      {children}
    </Row>
  )
}
