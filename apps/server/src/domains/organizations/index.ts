// The front door of organizations.

export { renameTagInRoles } from './operations/rename-tag-in-roles.ts'
export { membersByTags } from './role-tag-store.ts'
