// The front door of tags.

export type { TagMerge, TagsContext } from './context.ts'
export { forgetDeviceTags } from './device-tag-store.ts'
export { announceTagAccess } from './operations/announce-tag-access.ts'
export { ensureTagsByName } from './operations/ensure-tags.ts'
export { putTags } from './operations/put-tags.ts'
export { parseKnownTagKeys, parseTagNames, type Tag } from './tag.ts'
export { shownTags, tagResolvers } from './tag-resolvers.ts'
export { holdTags, toTag } from './tag-store.ts'
