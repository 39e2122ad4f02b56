// The other places that say who somebody is. Only those that are set up here have a button.

import { Button, Stack } from '@farport/design-system'
import type { ProviderList } from '@farport/contract'
import { useTranslation } from 'react-i18next'
import { OrDivider } from '../guest/OrDivider.tsx'
import { providerAddress } from '../auth-calls.ts'
import { providerMarks } from './provider-mark.tsx'

interface ProviderButtonsProps {
  providers: ProviderList['providers']
  next: string | undefined
  rememberMe: boolean
}

export function ProviderButtons({ providers, next, rememberMe }: ProviderButtonsProps) {
  const { t } = useTranslation()
  if (providers.length === 0) return null
  return (
    <>
      <Stack gap="xs">
        {providers.map(({ id, name }) => (
          <Button
            key={id}
            component="a"
            href={providerAddress(id, { next, rememberMe })}
            variant="default"
            size="md"
            fz="sm"
            fullWidth
            leftSection={providerMarks[id]}
          >
            {t('identity.continueWith', { provider: name })}
          </Button>
        ))}
      </Stack>
      <OrDivider />
    </>
  )
}
