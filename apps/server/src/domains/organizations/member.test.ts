import type { AccountId, RoleId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { changeMember, parseEmails, type Member, type MemberChange } from './member.ts'

const accountId = 'a-0000000000000001' as AccountId // well-formed, for tests, as all below
const userId = 'a-0000000000000002' as AccountId // see above
const [usual, other] = ['p-0000000000000001' as RoleId, 'p-0000000000000002' as RoleId] // see above

describe('the e-mail addresses of a call', () => {
  it('stand there once, as accounts have them', () => {
    expect(parseEmails([' Ann@Example.org', 'ann@example.org', 'bob@example.org'])).toEqual({
      ok: true,
      value: ['ann@example.org', 'bob@example.org'],
    })
  })

  it.each([
    ['none', [], 'Please name an e-mail address.'],
    [
      'too many',
      Array.from({ length: 10_000 }, (_, index) => `p${index}@example.org`),
      'One call names at most 100 e-mail addresses.',
    ],
    ['one that is none', ['ann@example.org', 'ann'], 'ann: This is not an e-mail address.'],
    ['a megabyte', ['x'.repeat(1_000_000)], `${'x'.repeat(100)}: This is not an e-mail address.`],
  ])('are refused: %s', (_, emails, refusal) => {
    expect(parseEmails(emails)).toEqual({ ok: false, refusal })
  })
})

describe('a member', () => {
  const [before, at] = [new Date(1000), new Date(2000)]
  const born = { accountId, userId, roleId: usual, at }
  const known: Member = { accountId, userId, roleId: other, isLicensed: false, createdAt: before }

  it.each<[string, Member | undefined, Partial<MemberChange>, Partial<Member>]>([
    ['is born with the usual role and a licence', undefined, {}, { roleId: usual, isLicensed: true, createdAt: at }],
    [
      'is born as is said',
      undefined,
      { roleId: other, isLicensed: false },
      { roleId: other, isLicensed: false, createdAt: at },
    ],
    ['is born without a role', undefined, { roleId: null }, { roleId: undefined, isLicensed: true, createdAt: at }],
    ['stays as it is', known, {}, known],
    ['is given another role', known, { roleId: usual }, { ...known, roleId: usual }],
    ['loses the role', known, { roleId: null }, { ...known, roleId: undefined }],
    ['is given a licence', known, { isLicensed: true }, { ...known, isLicensed: true }],
  ])('%s', (_, present, change, after) => {
    const said = { roleId: undefined, isLicensed: undefined, ...change }
    expect(changeMember(present, said, born)).toEqual({ accountId, userId, ...after })
  })
})
