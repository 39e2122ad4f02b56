// A member: somebody who acts for an account that is not their own, by a role. Whom a call is about.

import { accept, refuse, type Result } from '@farport/basics'
import type { AccountId, RoleId } from '@farport/vocabulary'
import { parseEmail } from '#domains/identity'

export interface Member {
  /** Of the organization. */
  readonly accountId: AccountId
  readonly userId: AccountId
  /** Undefined: the role was deleted, or taken away, and there is no access until another is given. */
  readonly roleId: RoleId | undefined
  readonly isLicensed: boolean
  readonly createdAt: Date
}

/** What a call says of a member. Undefined leaves it as it is, or gives the default to a new one. */
export interface MemberChange {
  /** Null takes the role away. */
  readonly roleId: RoleId | null | undefined
  readonly isLicensed: boolean | undefined
}

export const membersMax = 10_000
const emailsMax = 100

/** Each address once, as accounts have it. The refusal is the sentence for the person. */
export function parseEmails(texts: readonly string[]): Result<string[], string> {
  if (texts.length === 0) return refuse('Please name an e-mail address.')
  if (texts.length > emailsMax) return refuse(`One call names at most ${emailsMax} e-mail addresses.`)
  const emails = new Set<string>()
  for (const text of texts) {
    const email = parseEmail(text)
    if (!email.ok) return refuse(`${text.slice(0, 100)}: ${email.refusal.message}`)
    emails.add(email.value)
  }
  return accept([...emails])
}

/** The member after the change. */
export function changeMember(
  known: Member | undefined,
  change: MemberChange,
  born: { readonly accountId: AccountId; readonly userId: AccountId; readonly roleId: RoleId; readonly at: Date },
): Member {
  const { accountId, userId } = born
  const before = known ?? { accountId, userId, roleId: born.roleId, isLicensed: true, createdAt: born.at }
  return {
    ...before,
    roleId: change.roleId === null ? undefined : (change.roleId ?? before.roleId),
    isLicensed: change.isLicensed ?? before.isLicensed,
  }
}
