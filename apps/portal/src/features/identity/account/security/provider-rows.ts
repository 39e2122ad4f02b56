// Which providers are shown: the linked ones, then those that could be.

import type { ProviderId, ProviderLinks, ProviderList } from '@farport/contract'

type Link = ProviderLinks['links'][number]

export interface ProviderRowView {
  provider: ProviderId
  name: string
  /** Undefined: it can be added. */
  link: Link | undefined
}

/** As they call themselves, for a link to one that is not set up here any more. */
const usualNames: Readonly<Record<ProviderId, string>> = {
  google: 'Google',
  apple: 'Apple',
  amazon: 'Amazon',
  okta: 'Okta',
}

export function providerRows(links: readonly Link[], here: ProviderList['providers']): ProviderRowView[] {
  const nameOf = (id: ProviderId) => here.find((provider) => provider.id === id)?.name ?? usualNames[id]
  const linked = new Set(links.map(({ provider }) => provider))
  return [
    ...links.map((link) => ({ provider: link.provider, name: nameOf(link.provider), link })),
    ...here.filter(({ id }) => !linked.has(id)).map(({ id, name }) => ({ provider: id, name, link: undefined })),
  ]
}
