// For tests: documents about areas that this server does not have yet: lists are empty, changes are refused.

import { account, type Step } from './test-steps.ts'

const web = 'https://shop.example'

export const laterSteps: readonly Step[] = [
  { name: 'Files', variables: account, answer: () => ({ login: { account: { files: [] } } }) },
  { name: 'Jobs', variables: account, answer: () => ({ login: { account: { jobs: { items: [] } } } }) },
  { name: 'Plans', answer: () => ({ plans: [] }) },
  { name: 'Invoices', answer: () => ({ login: { invoices: [] } }) },
  {
    name: 'ResellerReportUrl',
    variables: account,
    answer: () => ({ login: { account: { organization: { reseller: null } } } }),
  },
  { name: 'Announcements', answer: () => ({ notices: [] }) },
  { name: 'AddCustomer', variables: (world) => ({ resellerId: world.ownerId, email: [] }), answer: 'UNAVAILABLE' },
  { name: 'RemoveCustomer', variables: (world) => ({ resellerId: world.ownerId, email: [] }), answer: 'UNAVAILABLE' },
  { name: 'LeaveReseller', answer: 'UNAVAILABLE' },
  {
    name: 'Subscribe',
    variables: () => ({ priceId: 'p', quantity: 1, successUrl: web, cancelUrl: web }),
    answer: 'UNAVAILABLE',
  },
  { name: 'UpdateSubscription', variables: () => ({ priceId: 'p', quantity: 1 }), answer: 'UNAVAILABLE' },
  { name: 'Unsubscribe', answer: 'UNAVAILABLE' },
  { name: 'UpdateCreditCard', variables: () => ({ successUrl: web, cancelUrl: web }), answer: 'UNAVAILABLE' },
  {
    name: 'SetJob',
    variables: () => ({ fileId: 'f', jobId: 'j', arguments: [{ name: 'n', value: 'v' }] }),
    answer: 'UNAVAILABLE',
  },
  { name: 'StartJob', answer: 'UNAVAILABLE' },
  { name: 'CancelJob', answer: 'UNAVAILABLE' },
  { name: 'DeleteFile', variables: () => ({ fileId: 'f' }), answer: 'UNAVAILABLE' },
  { name: 'InstallApp', variables: () => ({ deviceIds: [], application: 48 }), answer: 'UNAVAILABLE' },
  { name: 'RemoveApp', variables: () => ({ deviceIds: [], application: 48 }), answer: 'UNAVAILABLE' },
  { name: 'RentANode', variables: () => ({ data: [] }), answer: 'UNAVAILABLE' },
  { name: 'ReadNotice', variables: () => ({ id: 'n' }), answer: 'UNAVAILABLE' },
]
