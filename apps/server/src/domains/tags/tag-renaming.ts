// What it means to give a tag another name: that name may be its own in other case, free, or another tag's.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { parseTagName, tagKey } from '@farport/vocabulary'
import type { Tag } from './tag.ts'

export type TagRenaming =
  | { readonly deed: 'rename'; readonly tag: Tag; readonly name: string }
  | { readonly deed: 'merge'; readonly from: Tag; readonly to: Tag }

export interface RenamingFacts {
  /** The name that is wanted, parsed. */
  readonly name: string
  /** The tag that is to be renamed. */
  readonly from: Tag | undefined
  /** The tag that has the name already; the same as `from` when only the case changes. */
  readonly to: Tag | undefined
}

export function decideRenaming({ from, to, name }: RenamingFacts, asked: string): Result<TagRenaming, Refusal> {
  if (from === undefined) return refuse(notRenamed(asked))
  if (to === undefined || to.id === from.id) return accept({ deed: 'rename', tag: from, name })
  return accept({ deed: 'merge', from, to })
}

/** Merging needs a tag to merge into; into itself it only spells its name anew. */
export function decideMerging(facts: RenamingFacts, asked: string): Result<TagRenaming, Refusal> {
  const renaming = decideRenaming(facts, asked)
  if (!renaming.ok) return refuse({ code: 'NOT_FOUND', message: `Your tag (${shown(asked)}) could not be merged.` })
  return facts.to === undefined ? refuse(noTag(facts.name)) : renaming
}

const notRenamed = (asked: string): Refusal => ({
  code: 'NOT_FOUND',
  message: `Your tag (${shown(asked)}) could not be renamed.`,
})

const noTag = (name: string): Refusal => ({ code: 'NOT_FOUND', message: `There is no tag ${name}.` })

/** What was asked for may be anything. */
function shown(text: string): string {
  const name = parseTagName(text)
  return name.ok ? name.value : ''
}

/** Undefined for a text that can be no name, which no tag has. */
export function keyOf(text: string): string | undefined {
  const name = parseTagName(text)
  return name.ok ? tagKey(name.value) : undefined
}
