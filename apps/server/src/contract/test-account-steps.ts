// For tests: documents about people, organizations and keys.

import { expect } from 'vitest'
import { account, isTrue, anId, oneWith, type Step } from './test-steps.ts'

export const openingSteps: readonly Step[] = [
  { name: 'Auth', answer: (world) => ({ login: { id: world.ownerId, yoicsId: expect.any(String) as unknown } }) },
  {
    name: 'User',
    variables: account,
    answer: () => ({ login: { account: { language: 'en', attributes: {}, reseller: null } } }),
  },
  {
    name: 'Accounts',
    answer: ({ partnerId }) => {
      const organization = { name: 'Partner', account: { id: partnerId } }
      return { login: { membership: [{ license: 'LICENSED', customRole: { name: 'Member' }, organization }] } }
    },
  },
  {
    name: 'SetOrganization',
    variables: (world) => ({ ...account(world), name: '株式会社 Lab', domain: 'lab.example' }),
    answer: isTrue('setOrganization'),
  },
  {
    name: 'CreateRole',
    variables: (world) => ({
      ...account(world),
      name: 'Helpers',
      grant: ['CONNECT'],
      tag: { operator: 'ANY', values: ['lab'] },
    }),
    answer: () => ({ createRole: { id: anId } }),
    keepAs: 'role',
  },
  {
    name: 'UpdateRole',
    variables: (world) => ({
      ...account(world),
      id: world.kept['role'],
      grant: ['MANAGE'],
      revoke: ['CONNECT'],
      access: 'ALL',
    }),
    answer: ({ kept }) => ({ updateRole: { id: kept['role'] } }),
  },
  {
    name: 'SetMember',
    variables: (world) => ({
      ...account(world),
      email: [world.friendEmail],
      roleId: world.kept['role'],
      license: 'LICENSED',
    }),
    answer: isTrue('setMember'),
  },
  {
    name: 'Organizations',
    variables: (world) => ({ own: world.ownerId, other: world.partnerId }),
    answer: ({ friendEmail }) => ({
      login: {
        _own: {
          organization: {
            name: '株式会社 Lab',
            domain: 'lab.example',
            verified: false,
            providers: [],
            roles: [
              { name: 'Admin', system: true, permissions: ['VIEW', 'CONNECT', 'SCRIPTING', 'MANAGE', 'ADMIN'] },
              { name: 'Member', system: true, permissions: ['VIEW', 'CONNECT'], access: 'ALL' },
              { name: 'Helpers', system: false, permissions: ['VIEW', 'MANAGE'], access: 'ALL' },
            ],
            members: [{ customRole: { name: 'Helpers' }, license: 'LICENSED', user: { email: friendEmail } }],
          },
          licenses: [],
          limits: [],
        },
        _other: { organization: { name: 'Partner' } },
      },
    }),
  },
  {
    name: 'SetIdentityProvider',
    variables: (world) => ({ ...account(world), type: 'OIDC', enabled: false }),
    answer: 'UNAVAILABLE',
  },
  {
    name: 'ApplicationTypes',
    variables: account,
    answer: () => ({ login: { account: { applicationTypes: oneWith({ id: 28, name: 'SSH', port: 22 }) } } }),
  },
  { name: 'ApplicationTypesAll', answer: () => ({ applicationTypes: oneWith({ id: 8, scheme: 'https' }) }) },
  { name: 'PlatformTypes', answer: () => ({ platformTypes: oneWith({ id: 1072, name: 'Raspberry Pi' }) }) },
]

/** They end what others need. */
export const closingSteps: readonly Step[] = [
  {
    name: 'CreateAccessKey',
    answer: () => ({ createAccessKey: { secret: expect.stringMatching(/^[\w+/=-]{32,}$/) as unknown } }),
    keepAs: 'key',
  },
  {
    name: 'UpdateAccessKey',
    variables: ({ kept }) => ({ key: kept['key'], enabled: false }),
    answer: ({ kept }) => ({ updateAccessKey: { key: kept['key'], enabled: false } }),
  },
  {
    name: 'Keys',
    answer: ({ kept }) => ({ login: { accessKeys: oneWith({ key: kept['key'], enabled: false, lastUsed: null }) } }),
  },
  { name: 'DeleteAccessKey', variables: ({ kept }) => ({ key: kept['key'] }), answer: isTrue('deleteAccessKey') },
  {
    name: 'RemoveMembers',
    variables: (world) => ({ ...account(world), email: [world.friendEmail] }),
    answer: isTrue('removeMember'),
  },
  {
    name: 'RemoveRole',
    variables: (world) => ({ ...account(world), id: world.kept['role'] }),
    answer: isTrue('deleteRole'),
  },
  { name: 'DeleteOrganization', answer: isTrue('deleteOrganization') },
  {
    name: 'LeaveMembership',
    variables: ({ partnerId }) => ({ id: partnerId }),
    answer: isTrue('leaveOrganization'),
  },
]
