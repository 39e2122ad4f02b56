// Refusals of the operations on networks, as the API words them.

import type { Refusal } from '@farport/contract'
import { limits } from '@farport/vocabulary'
import type { Verdict } from '../../access/index.ts'
import { networkRefusalMessage, type fullness, type NetworkRefusal } from './network.ts'

/** To somebody who may not see it, a network that exists looks like one that does not. */
export function unseenNetwork(id: string): Refusal {
  return { code: 'NOT_FOUND', message: `You don't have access to that network. (${id.slice(0, 40)})` }
}

export function deniedNetwork(verdict: Extract<Verdict, { allowed: false }>, id: string): Refusal {
  return verdict.code === 'unseen' ? unseenNetwork(id) : { code: 'FORBIDDEN', message: verdict.reason }
}

export const invalid = (refusal: NetworkRefusal): Refusal => ({
  code: 'INVALID',
  message: networkRefusalMessage(refusal),
})

export const notInNetwork: Refusal = { code: 'NOT_FOUND', message: 'The service is not in this network.' }

export const tooManyNetworks: Refusal = {
  code: 'LIMIT_EXCEEDED',
  message: `An account has at most ${limits.networksPerAccountMax} networks.`,
}

export const full = (how: NonNullable<ReturnType<typeof fullness>>): Refusal => ({
  code: 'LIMIT_EXCEEDED',
  message:
    how === 'network-full'
      ? `A network has at most ${limits.servicesPerNetworkMax} services.`
      : `The networks of an account have at most ${limits.networkServicesPerAccountMax} services together.`,
})
