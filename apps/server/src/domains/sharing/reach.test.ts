import type { AccountId, NetworkId, RoleId, ServiceId, TagId } from '@farport/vocabulary'
import { expect, it } from 'vitest'
import type { Grant, ResourceFacts } from '../../access/index.ts'
import { reachMax, reachOf, type MemberFacts } from './reach.ts'

// Well-formed, for tests.
const [owner, ann, bob] = [1, 2, 3].map((number) => `a-000000000000000${number}` as AccountId) as [
  AccountId,
  AccountId,
  AccountId,
]
const role = 'p-0000000000000001' as RoleId
const network = 'n-0000000000000001' as NetworkId
const ssh = 's-0000000000000001' as ServiceId
const red = 'g-0000000000000001' as TagId

const device: ResourceFacts = {
  accountId: owner,
  id: 'd-0000000000000001',
  tagIds: [red],
  share: undefined,
  isAmongFirst: false,
}
const member = (grant: Partial<Grant>): MemberFacts => ({
  userId: ann,
  roleId: role,
  grant: { accountId: owner, permissions: ['VIEW', 'CONNECT'], scope: { over: 'account' }, isLicensed: true, ...grant },
})
const nobody = { members: [], shares: [], networks: [] }
const byOwner = {
  userId: owner,
  through: { by: 'OWNER' },
  permissions: ['VIEW', 'CONNECT', 'SCRIPTING', 'MANAGE', 'ADMIN'],
  services: 'all',
}
const byRole = (permissions: readonly string[]) => ({
  userId: ann,
  through: { by: 'ROLE', roleId: role },
  permissions,
  services: 'all',
})

it.each([
  ['its owner alone', nobody, []],
  ['a member by a role', { ...nobody, members: [member({})] }, [byRole(['VIEW', 'CONNECT'])]],
  [
    'a member by a tag',
    { ...nobody, members: [member({ scope: { over: 'tags', operator: 'ANY', tagIds: [red] } })] },
    [byRole(['VIEW', 'CONNECT'])],
  ],
  ['no member whose role does not cover it', { ...nobody, members: [member({ scope: { over: 'nothing' } })] }, []],
  [
    'a member without a licence, who may only look',
    { ...nobody, members: [member({ isLicensed: false })] },
    [byRole(['VIEW'])],
  ],
  [
    'a guest of the device',
    { ...nobody, shares: [{ userId: ann, canScript: true, services: 'all' as const }] },
    [{ userId: ann, through: { by: 'SHARE' }, permissions: ['VIEW', 'CONNECT', 'SCRIPTING'], services: 'all' }],
  ],
  [
    'a guest of a service, also by a network',
    {
      ...nobody,
      shares: [{ userId: bob, canScript: false, services: [ssh] }],
      networks: [{ networkId: network, userId: bob, serviceIds: [ssh] }],
    },
    [
      { userId: bob, through: { by: 'SHARE' }, permissions: ['VIEW', 'CONNECT'], services: [ssh] },
      {
        userId: bob,
        through: { by: 'NETWORK', networkId: network },
        permissions: ['VIEW', 'CONNECT'],
        services: [ssh],
      },
    ],
  ],
])('a device is reached by %s', (_, facts, others) => {
  expect(reachOf(device, facts)).toEqual([byOwner, ...others])
})

it('the list ends somewhere', () => {
  const shares = Array.from({ length: 2000 }, () => ({ userId: ann, canScript: false, services: 'all' as const }))
  expect(reachOf(device, { ...nobody, shares })).toHaveLength(reachMax)
})
