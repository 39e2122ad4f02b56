// For tests: every mutation of the contract, on what it acts and what it needs.

import type { RefusalCode, RolePermission } from '@farport/contract'
import type { ActorRow, Target } from './test-actors.ts'
import type { Case } from './test-world.ts'

export interface OperationRow {
  field: string
  /** Tells rows of one field apart. */
  how?: string
  on: Target
  needs: RolePermission
  ask: (one: Case) => string
  /** What comes of it for those who may: something may still stand in the way that has nothing to do with access. */
  outcome?: RefusalCode | 'done'
  /** Instead of the above, where it is not a matter of a permission on a thing. */
  expected?: (actor: ActorRow) => RefusalCode | 'done'
}

const anyone = (outcome: RefusalCode | 'done') => ({
  on: 'account' as const,
  needs: 'VIEW' as const,
  expected: ({ isNobody }: ActorRow) => (isNobody !== undefined ? ('UNAUTHENTICATED' as const) : outcome),
})
const later = (field: string, call: string): OperationRow => ({
  field,
  ...anyone('UNAVAILABLE'),
  ask: () => `${field}${call}`,
})
const someConnection = '0f8fad5b-d9cb-469f-a165-70867728950e'

const guestsOnly: OperationRow['expected'] = ({ isNobody, share, may }) => {
  if (isNobody !== undefined) return 'UNAUTHENTICATED'
  if (share !== undefined && share !== 'network') return 'done'
  return may.device.includes('VIEW') ? 'FORBIDDEN' : 'NOT_FOUND'
}

/** Who may change the account's tags, and sees the device. */
const taggersOnly: OperationRow['expected'] = ({ isNobody, isMember, may }) => {
  if (isNobody !== undefined) return 'UNAUTHENTICATED'
  if (!isMember) return 'NOT_FOUND'
  if (!may.account.includes('ADMIN')) return 'FORBIDDEN'
  return may.device.includes('VIEW') ? 'done' : 'NOT_FOUND'
}

export const operations: readonly OperationRow[] = [
  // Devices and services
  {
    field: 'renameService',
    on: 'device',
    needs: 'MANAGE',
    ask: ({ device }) => `renameService(serviceId: "${device}", name: "n-${device}")`,
  },
  {
    field: 'renameService',
    how: 'of a service',
    on: 'service',
    needs: 'MANAGE',
    ask: ({ service }) => `renameService(serviceId: "${service}", name: "renamed")`,
  },
  {
    field: 'setAttributes',
    on: 'device',
    needs: 'MANAGE',
    ask: ({ device }) => `setAttributes(serviceId: "${device}", attributes: { a: 1 })`,
  },
  {
    field: 'setAttributes',
    how: 'of a service',
    on: 'service',
    needs: 'MANAGE',
    ask: ({ service }) => `setAttributes(serviceId: "${service}", attributes: { a: 1 })`,
  },
  { field: 'setAttributes', how: 'of oneself', ...anyone('done'), ask: () => 'setAttributes(attributes: { a: 1 })' },
  { field: 'deleteDevice', on: 'device', needs: 'MANAGE', ask: ({ device }) => `deleteDevice(deviceId: "${device}")` },
  {
    field: 'deleteDevices',
    on: 'device',
    needs: 'MANAGE',
    ask: ({ device }) => `deleteDevices(deviceId: ["${device}"])`,
  },
  {
    field: 'claimDevice',
    on: 'account',
    needs: 'MANAGE',
    ask: ({ account }) => `claimDevice(code: "NOSUCHC0", accountId: "${account}") { id }`,
    outcome: 'NOT_FOUND',
  },
  {
    field: 'addService',
    on: 'device',
    needs: 'MANAGE',
    ask: ({ device }) => `addService(deviceId: "${device}", application: 8) { id }`,
  },
  {
    field: 'updateService',
    on: 'service',
    needs: 'MANAGE',
    ask: ({ service }) => `updateService(id: "${service}", port: 2222) { id }`,
  },
  {
    field: 'checkPort',
    on: 'device',
    needs: 'MANAGE',
    ask: ({ device }) => `checkPort(deviceId: "${device}", host: "localhost", port: 22) { reachability }`,
    outcome: 'OFFLINE',
  },
  { field: 'removeService', on: 'service', needs: 'MANAGE', ask: ({ service }) => `removeService(id: "${service}")` },
  {
    field: 'transfer',
    on: 'device',
    needs: 'MANAGE',
    ask: ({ device, memberEmail }) => `transfer(deviceId: "${device}", email: "${memberEmail}")`,
  },
  // Connections: the device has no tunnel here, which is the only thing that stands in the way.
  {
    field: 'connect',
    on: 'service',
    needs: 'CONNECT',
    ask: ({ service }) => `connect(serviceId: "${service}") { id }`,
    outcome: 'OFFLINE',
  },
  {
    field: 'connectPeer',
    on: 'service',
    needs: 'CONNECT',
    ask: ({ service }) => `connectPeer(serviceId: "${service}", key: "${'A'.repeat(43)}") { order }`,
    outcome: 'OFFLINE',
  },
  {
    field: 'disconnect',
    ...anyone('done'),
    ask: ({ service }) => `disconnect(serviceId: "${service}", connectionId: "${someConnection}")`,
  },
  {
    field: 'rateConnection',
    ...anyone('NOT_FOUND'),
    ask: ({ service }) => `rateConnection(serviceId: "${service}", sessionId: "${someConnection}", quality: 50)`,
  },
  {
    field: 'setConnectLink',
    on: 'service',
    needs: 'MANAGE',
    ask: ({ service }) => `setConnectLink(serviceId: "${service}", enabled: true) { url }`,
  },
  {
    field: 'removeConnectLink',
    on: 'service',
    needs: 'MANAGE',
    ask: ({ service }) => `removeConnectLink(serviceId: "${service}")`,
  },
  // Tags
  {
    field: 'setTag',
    on: 'account',
    needs: 'ADMIN',
    ask: ({ account, tag }) => `setTag(accountId: "${account}", tag: [{ name: "${tag}", color: 3 }])`,
  },
  {
    field: 'renameTag',
    on: 'account',
    needs: 'ADMIN',
    ask: ({ account, tag }) => `renameTag(accountId: "${account}", from: "${tag}", to: "${tag}-2")`,
  },
  {
    field: 'mergeTag',
    on: 'account',
    needs: 'ADMIN',
    ask: ({ account, tag }) => `mergeTag(accountId: "${account}", from: "${tag}", to: "red")`,
  },
  {
    field: 'deleteTag',
    on: 'account',
    needs: 'ADMIN',
    ask: ({ account, tag }) => `deleteTag(accountId: "${account}", name: ["${tag}"])`,
  },
  {
    field: 'addTag',
    on: 'account',
    needs: 'ADMIN',
    expected: taggersOnly,
    ask: ({ account, tag, device }) => `addTag(accountId: "${account}", serviceId: ["${device}"], name: ["${tag}"])`,
  },
  {
    field: 'removeTag',
    on: 'account',
    needs: 'ADMIN',
    expected: taggersOnly,
    ask: ({ account, device }) => `removeTag(accountId: "${account}", serviceId: ["${device}"], name: ["green"])`,
  },
  // Networks
  {
    field: 'createNetwork',
    on: 'account',
    needs: 'MANAGE',
    ask: ({ account }) => `createNetwork(accountId: "${account}", name: "new one") { id }`,
  },
  {
    field: 'updateNetwork',
    on: 'network',
    needs: 'MANAGE',
    ask: ({ network }) => `updateNetwork(id: "${network}", name: "renamed") { id }`,
  },
  { field: 'deleteNetwork', on: 'network', needs: 'MANAGE', ask: ({ network }) => `deleteNetwork(id: "${network}")` },
  {
    field: 'addNetworkConnection',
    on: 'network',
    needs: 'MANAGE',
    ask: ({ network, service }) => `addNetworkConnection(networkId: "${network}", serviceId: "${service}", port: 4000)`,
  },
  {
    field: 'removeNetworkConnection',
    on: 'network',
    needs: 'MANAGE',
    ask: ({ network, service }) => `removeNetworkConnection(networkId: "${network}", serviceId: "${service}")`,
  },
  {
    field: 'addNetworkTag',
    on: 'network',
    needs: 'ADMIN',
    ask: ({ network, tag }) => `addNetworkTag(networkId: "${network}", name: ["${tag}"])`,
  },
  {
    field: 'removeNetworkTag',
    on: 'network',
    needs: 'ADMIN',
    ask: ({ network }) => `removeNetworkTag(networkId: "${network}", name: ["green"])`,
  },
  // Sharing
  {
    field: 'share',
    on: 'device',
    needs: 'MANAGE',
    ask: ({ device, memberEmail }) => `share(deviceId: "${device}", email: ["${memberEmail}"])`,
  },
  {
    field: 'share',
    how: 'to end it',
    on: 'device',
    needs: 'MANAGE',
    ask: ({ device, memberEmail }) => `share(deviceId: "${device}", email: ["${memberEmail}"], action: REMOVE)`,
  },
  {
    field: 'share',
    how: 'to leave',
    on: 'device',
    needs: 'VIEW',
    expected: guestsOnly,
    ask: ({ device }) => `share(deviceId: "${device}", email: [], action: LEAVE)`,
  },
  {
    field: 'addNetworkShare',
    on: 'network',
    needs: 'MANAGE',
    ask: ({ network, memberEmail }) => `addNetworkShare(networkId: "${network}", email: ["${memberEmail}"])`,
  },
  {
    field: 'removeNetworkShare',
    on: 'network',
    needs: 'MANAGE',
    ask: ({ network, memberEmail }) => `removeNetworkShare(networkId: "${network}", email: ["${memberEmail}"])`,
  },
  // Organizations
  {
    field: 'setOrganization',
    on: 'account',
    needs: 'ADMIN',
    ask: ({ account }) => `setOrganization(accountId: "${account}", name: "Lab")`,
  },
  {
    field: 'setMember',
    on: 'account',
    needs: 'ADMIN',
    ask: ({ account, memberEmail, role }) =>
      `setMember(accountId: "${account}", email: ["${memberEmail}"], roleId: "${role}")`,
  },
  {
    field: 'removeMember',
    on: 'account',
    needs: 'ADMIN',
    ask: ({ account, memberEmail }) => `removeMember(accountId: "${account}", email: ["${memberEmail}"])`,
  },
  {
    field: 'createRole',
    on: 'account',
    needs: 'ADMIN',
    ask: ({ account, device }) => `createRole(accountId: "${account}", name: "${device}", grant: [CONNECT]) { id }`,
  },
  {
    field: 'updateRole',
    on: 'account',
    needs: 'ADMIN',
    ask: ({ account, role }) => `updateRole(accountId: "${account}", id: "${role}", grant: [CONNECT]) { id }`,
  },
  {
    field: 'deleteRole',
    on: 'account',
    needs: 'ADMIN',
    ask: ({ account, role }) => `deleteRole(accountId: "${account}", id: "${role}")`,
  },
  {
    field: 'leaveOrganization',
    on: 'account',
    needs: 'VIEW',
    ask: ({ account }) => `leaveOrganization(id: "${account}")`,
    // Who owns it cannot leave it.
    expected: ({ isNobody, isMember, role }) => {
      if (isNobody !== undefined) return 'UNAUTHENTICATED'
      if (!isMember) return 'NOT_FOUND'
      return role === undefined ? 'FORBIDDEN' : 'done'
    },
  },
]

/** What ends the organization: tried last. */
export const lastOperation: OperationRow = {
  field: 'deleteOrganization',
  on: 'account',
  needs: 'ADMIN',
  ask: () => 'deleteOrganization',
  expected: ({ name, isNobody, isOfOther }) =>
    isNobody !== undefined ? 'UNAUTHENTICATED' : name === 'the owner' || isOfOther === true ? 'done' : 'NOT_FOUND',
}

export const laterOperations: readonly OperationRow[] = [
  later('configureOrgIdentityProvider', '(type: OIDC)'),
  later(
    'createSubscription',
    '(priceId: "p", successUrl: "https://a.example", cancelUrl: "https://a.example") { url }',
  ),
  later('updateSubscription', '(priceId: "p")'),
  later('cancelSubscription', ''),
  later('updateCreditCard', '(successUrl: "https://a.example", cancelUrl: "https://a.example") { url }'),
  later('addCustomer', '(resellerId: "r", email: [])'),
  later('removeCustomer', '(resellerId: "r", email: [])'),
  later('leaveReseller', ''),
  later('setJob', '(fileId: "f")'),
  later('startJob', '(jobId: "j")'),
  later('cancelJob', '(jobId: "j")'),
  later('deleteFile', '(fileId: "f")'),
  later('installApp', '(application: 48)'),
  later('removeApp', '(application: 48)'),
  later('rentANode', '(data: [])'),
  later('readNotice', '(id: "n")'),
  later('refreshDevice', '(deviceId: "d")'),
  later('rebootDevice', '(deviceId: "d")'),
  later('uninstallDevice', '(deviceId: "d")'),
  later('upgradeDevice', '(deviceId: "d")'),
]
