// The other places that say who somebody is. Only those that are set up here have a button.

import { Button } from '@farport/design-system'
import type { ProviderList } from '@farport/contract'
import { useTranslation } from 'react-i18next'
import { OrDivider } from '../guest/OrDivider.tsx'
import { providerAddress } from '../auth-calls.ts'
import { providerMarks } from './provider-mark.tsx'
import css from './ProviderButtons.module.css'

interface ProviderButtonsProps {
  providers: ProviderList['providers']
  next: string | undefined
  rememberMe: boolean
}

/** More of them stand two in a row, by their names only. */
const oneColumnMax = 2

export function ProviderButtons({ providers, next, rememberMe }: ProviderButtonsProps) {
  const { t } = useTranslation()
  if (providers.length === 0) return null
  return (
    <>
      <div className={css['providers']} data-columns={providers.length > oneColumnMax ? 2 : 1}>
        {providers.map(({ id, name }) => (
          <Button
            key={id}
            aria-label={t('identity.continueWith', { provider: name })}
            component="a"
            href={providerAddress(id, { next, rememberMe })}
            variant="default"
            size="md"
            fz="sm"
            leftSection={providerMarks[id]}
          >
            {providers.length > oneColumnMax ? name : t('identity.continueWith', { provider: name })}
          </Button>
        ))}
      </div>
      <p className={css['terms']}>{t('identity.providerTerms')}</p>
      <OrDivider />
    </>
  )
}
