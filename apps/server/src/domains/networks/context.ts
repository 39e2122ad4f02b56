// What the operations on networks need from around them.

import type { ServicesContext } from '#domains/services'
import type { TagsContext } from '#domains/tags'

export interface NetworksContext {
  readonly services: ServicesContext
  readonly tags: TagsContext
}
