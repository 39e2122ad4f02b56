// Refusals of the operations on organizations, as the API words them.

import type { Refusal } from '@farport/contract'

export const organizationRefusals = {
  none: { code: 'NOT_FOUND', message: 'This account has no organization.' },
  noRole: { code: 'NOT_FOUND', message: 'There is no such role in this organization.' },
  noDevice: { code: 'NOT_FOUND', message: 'A role can only list devices of its own account.' },
  roleTaken: { code: 'CONFLICT', message: 'There is a role with this name already.' },
  systemRole: { code: 'FORBIDDEN', message: 'System roles cannot be changed.' },
  ownerAsMember: { code: 'CONFLICT', message: 'The owner of an organization cannot be a member of it.' },
  tooManyRoles: { code: 'LIMIT_EXCEEDED', message: 'This organization has as many roles as it can have.' },
  tooManyMembers: { code: 'LIMIT_EXCEEDED', message: 'This organization has as many members as it can have.' },
} as const satisfies Record<string, Refusal>

export const invalid = (message: string): Refusal => ({ code: 'INVALID', message })
