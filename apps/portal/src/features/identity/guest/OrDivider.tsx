// The line between two ways to do the same.

import { useTranslation } from 'react-i18next'
import css from './GuestPage.module.css'

export function OrDivider() {
  const { t } = useTranslation()
  return (
    <div className={css['or']} role="separator" aria-label={t('identity.or')}>
      <span aria-hidden>{t('identity.or')}</span>
    </div>
  )
}
