// Areas that are in the contract, so that every document of a client is valid, and that this server does not have yet:
// lists are empty, because there is nothing in them, and changes are refused with a sentence that says so.

import type { Resolvers } from '../../generated/resolvers.ts'
import { requireActor } from './actor.ts'
import type { Context } from './context.ts'
import { refusalError } from './refusal.ts'

const changes = {
  billing: [
    'createSubscription',
    'updateSubscription',
    'cancelSubscription',
    'updateCreditCard',
    'addCustomer',
    'removeCustomer',
    'leaveReseller',
  ],
  scripting: ['setJob', 'startJob', 'cancelJob', 'deleteFile', 'installApp', 'removeApp', 'rentANode'],
  announcements: ['readNotice'],
  'single sign-on': ['configureOrgIdentityProvider'],
  'remote control of agents': ['refreshDevice', 'rebootDevice', 'uninstallDevice', 'upgradeDevice'],
} as const satisfies Record<string, readonly (keyof NonNullable<Resolvers['Mutation']>)[]>

export const laterAreaResolvers: Resolvers = {
  Query: { plans: () => [], notices: () => [] },
  User: {
    licenses: () => [],
    limits: () => [],
    invoices: () => [],
    reseller: () => null,
    files: () => [],
    jobs: noJobs,
  },
  Device: { supportedAppInstalls: () => [] },
  Mutation: Object.fromEntries(
    Object.entries(changes).flatMap(([area, names]) => names.map((name) => [name, refuse(area)])),
  ),
}

function noJobs() {
  return { total: 0, hasMore: false, items: [] }
}

function refuse(area: string) {
  return (_parent: unknown, _args: unknown, context: Context): never => {
    requireActor(context)
    throw refusalError({ code: 'UNAVAILABLE', message: `This server does not have ${area} yet.` })
  }
}
