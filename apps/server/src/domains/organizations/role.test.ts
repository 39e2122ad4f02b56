import { describe, expect, it } from 'vitest'
import {
  changeRoleSettings,
  createRoleSettings,
  meansTheSame,
  type RoleScope,
  type RoleSettings,
  type RoleWish,
} from './role.ts'

const device = 'd-0000000000000001'
const lab = { key: 'lab', name: 'Lab' }
const nothing: RoleScope = { access: 'NONE' }
const all: RoleScope = { access: 'ALL' }
const tagged = { access: 'TAG', operator: 'ALL', tags: [lab] } as const
const selected: RoleScope = { access: 'SELECTED', deviceIds: [device] }
const role = (scope: RoleScope): RoleSettings => ({ name: 'Staff', permissions: ['VIEW', 'CONNECT'], scope })

describe('a new role', () => {
  it('may view and connect, and reaches nothing', () => {
    expect(createRoleSettings({ name: ' Staff ' })).toEqual({ ok: true, value: role(nothing) })
  })

  it.each([
    ['without a name', {}, 'Cannot be empty'],
    ['with a blank name', { name: ' ' }, 'Cannot be empty'],
    ['with a long name', { name: 'x'.repeat(65) }, 'Cannot exceed 64 characters'],
    ['with NUL in its name', { name: 'a\u0000' }, 'Cannot contain control characters'],
    ['that may not view', { name: 'x', revoke: ['VIEW'] }, 'The view permission cannot be removed.'],
    [
      'with tags without end',
      { name: 'x', tag: { values: Array.from({ length: 101 }, String) } },
      'A role names at most 100 tags.',
    ],
    ['with a tag that is no name', { name: 'x', tag: { values: [{}] } }, 'A role names tags by their names.'],
    ['with a tag of nothing', { name: 'x', tag: { values: [' '] } }, 'A role names tags by their names.'],
    [
      'with devices without end',
      { name: 'x', deviceIds: Array.from({ length: 1001 }, () => device) },
      'A role lists at most 1000 devices.',
    ],
    ['with a device that is none', { name: 'x', deviceIds: ['x'] }, 'A role lists devices by their ids.'],
  ] as const)('%s is refused', (_, wish, refusal) => {
    expect(createRoleSettings(wish)).toEqual({ ok: false, refusal })
  })
})

describe('what a role may', () => {
  it.each([
    ['is added to', { grant: ['ADMIN', 'SCRIPTING'] }, ['VIEW', 'CONNECT', 'SCRIPTING', 'ADMIN']],
    ['is taken from', { revoke: ['CONNECT'] }, ['VIEW']],
    ['stays', {}, ['VIEW', 'CONNECT']],
    ['is not what is granted and revoked at once', { grant: ['MANAGE'], revoke: ['MANAGE'] }, ['VIEW', 'CONNECT']],
    ['is added once', { grant: ['VIEW', 'VIEW'] }, ['VIEW', 'CONNECT']],
  ] as const)('%s', (_, wish, permissions) => {
    expect(changeRoleSettings(role(all), wish)).toEqual({ ok: true, value: { ...role(all), permissions } })
  })
})

describe('what a role reaches', () => {
  it.each<[string, RoleScope, RoleWish, RoleScope]>([
    ['stays', tagged, { name: 'Staff' }, tagged],
    ['becomes everything', tagged, { access: 'ALL' }, all],
    ['becomes nothing', all, { access: 'NONE' }, nothing],
    ['is what tags say', nothing, { access: 'TAG', tag: { operator: 'ALL', values: ['Lab'] } }, tagged],
    ['is what tags say, without the word', all, { tag: { operator: 'ALL', values: ['Lab'] } }, tagged],
    ['is not what tags say when the word is another', all, { access: 'ALL', tag: { values: ['Lab'] } }, all],
    [
      'is any of the tags unless said otherwise, and a tag is one in any case',
      nothing,
      { tag: { values: ['Lab', 'LAB', 'l a b'] } },
      { access: 'TAG', operator: 'ANY', tags: [lab] },
    ],
    ['is nothing with no tags left', tagged, { tag: { values: [] } }, nothing],
    ['is nothing by tags without one', all, { access: 'TAG' }, nothing],
    ['keeps its tags when only the word is said', tagged, { access: 'TAG' }, tagged],
    ['does not mind an empty list of tags that comes along', all, { tag: { values: [] } }, all],
    ['is the devices', nothing, { access: 'SELECTED', deviceIds: [device, device] }, selected],
    ['is the devices, without the word', all, { deviceIds: [device] }, selected],
    ['is the devices, as saved', nothing, { access: 'CUSTOM', deviceIds: [device] }, { ...selected, access: 'CUSTOM' }],
    ['keeps its devices when only the word changes', selected, { access: 'CUSTOM' }, { ...selected, access: 'CUSTOM' }],
    ['is nothing with no devices left', selected, { deviceIds: [] }, nothing],
    ['is nothing by devices without one', all, { access: 'CUSTOM' }, nothing],
    ['does not mind an empty list of devices that comes along', all, { deviceIds: [] }, all],
    ['does not come back', all, { access: 'SELECTED' }, nothing],
  ])('%s', (_, scope, wish, expected) => {
    expect(changeRoleSettings(role(scope), wish)).toEqual({ ok: true, value: role(expected) })
  })
})

describe('a change of a role', () => {
  it.each<[string, Partial<RoleSettings>, boolean]>([
    ['of its name', { name: 'Other' }, true],
    ['of what a tag is spelt like', { scope: { ...tagged, tags: [{ key: 'lab', name: 'LAB' }] } }, true],
    ['of its permissions', { permissions: ['VIEW'] }, false],
    ['of its tags', { scope: { ...tagged, tags: [{ key: 'other', name: 'other' }] } }, false],
    ['of how its tags are joined', { scope: { ...tagged, operator: 'ANY' } }, false],
    ['of what it reaches', { scope: all }, false],
  ])('%s leaves the access of its members as it is: %s', (_, change, isSame) => {
    expect(meansTheSame(role(tagged), { ...role(tagged), ...change })).toBe(isSame)
  })

  it('from selected to saved devices does not matter to them', () => {
    expect(meansTheSame(role(selected), role({ access: 'CUSTOM', deviceIds: [device] }))).toBe(true)
  })
})
