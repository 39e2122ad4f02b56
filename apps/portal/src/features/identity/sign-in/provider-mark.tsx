// The names and marks of the providers, as each wants to be shown.

import type { ProviderId } from '@farport/contract'
import { IconBrandAmazon, IconBrandAppleFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export const providerNames: Readonly<Record<ProviderId, string>> = {
  google: 'Google',
  apple: 'Apple',
  amazon: 'Amazon',
  okta: 'Okta',
}

export const providerMarks: Readonly<Record<ProviderId, ReactNode>> = {
  google: (
    <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden>
      <path
        fill="#4285f4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92a8.78 8.78 0 0 0 2.68-6.62z"
      />
      <path
        fill="#34a853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.32-1.58-5.03-3.7H.96v2.33A9 9 0 0 0 9 18z"
      />
      <path fill="#fbbc05" d="M3.97 10.72a5.4 5.4 0 0 1 0-3.44V4.95H.96a9 9 0 0 0 0 8.1l3.01-2.33z" />
      <path
        fill="#ea4335"
        d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.59A9 9 0 0 0 .96 4.95l3.01 2.33C4.68 5.16 6.66 3.58 9 3.58z"
      />
    </svg>
  ),
  apple: <IconBrandAppleFilled size={19} aria-hidden />,
  amazon: <IconBrandAmazon size={19} aria-hidden />,
  okta: (
    <svg viewBox="0 0 18 18" width="17" height="17" aria-hidden>
      <circle cx="9" cy="9" r="6.25" fill="none" stroke="currentColor" strokeWidth="4.5" />
    </svg>
  ),
}
