// The front door of organizations.

export type { OrganizationsContext } from './context.ts'
export type { Guest } from './guest.ts'
export type { Member } from './member.ts'
export { createCnameLookup } from './operations/look-up-cname.ts'
export { renameTagInRoles } from './operations/rename-tag-in-roles.ts'
export type { Organization } from './organization.ts'
export { organizationResolvers } from './organization-resolvers.ts'
export type { Role } from './role.ts'
export { roleResolvers, type SharedThings } from './role-resolvers.ts'
export { membersByTags } from './role-tag-store.ts'
export { rolesOf } from './role-store.ts'
