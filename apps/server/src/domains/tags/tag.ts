// A tag, and how what a person says about tags has to look.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import {
  limits,
  parseTagName,
  tagColours,
  tagKey,
  tagNameRefusalMessages,
  type AccountId,
  type TagId,
} from '@farport/vocabulary'

export interface Tag {
  readonly id: TagId
  readonly accountId: AccountId
  readonly name: string
  /** Of `tagColours`. */
  readonly color: number
  readonly createdAt: Date
}

export interface TagWish {
  readonly name: string
  /** Undefined: as it is; for a new tag, one that is not used yet. */
  readonly color: number | undefined
}

export interface TagArguments {
  readonly name: string
  readonly color?: number | null | undefined
}

/** One wish a tag: of those whose names differ in case alone, the first says the name and the last the colour. */
export function parseTags(inputs: readonly TagArguments[]): Result<TagWish[], Refusal> {
  if (inputs.length > limits.tagsPerCallMax) return refuse(tooManyAtOnce)
  const wishes = new Map<string, TagWish>()
  for (const input of inputs) {
    const name = parseName(input.name)
    if (!name.ok) return name
    // 0 is what clients send for no colour.
    const color = input.color || undefined
    if (color !== undefined && !isColor(color)) return refuse(unknownColor)
    const earlier = wishes.get(tagKey(name.value))
    wishes.set(tagKey(name.value), { name: earlier?.name ?? name.value, color: color ?? earlier?.color })
  }
  return accept([...wishes.values()])
}

/** Each tag once. */
export function parseTagNames(names: readonly string[]): Result<string[], Refusal> {
  const wishes = parseTags(names.map((name) => ({ name })))
  return wishes.ok ? accept(wishes.value.map((wish) => wish.name)) : wishes
}

/** For tags that are to go: a text that can be no name names none. */
export function parseKnownTagKeys(names: readonly string[]): Result<string[], Refusal> {
  if (names.length > limits.tagsPerCallMax) return refuse(tooManyAtOnce)
  const parsed = names.map(parseTagName).flatMap((name) => (name.ok ? tagKey(name.value) : []))
  return accept([...new Set(parsed)])
}

export function parseName(text: string): Result<string, Refusal> {
  const name = parseTagName(text)
  return name.ok ? name : refuse({ code: 'INVALID', message: tagNameRefusalMessages[name.refusal] })
}

/**
 * New tags with the colours that are wanted for them, or else random ones that are not used yet; when all are used, they
 * are free again.
 */
export function withColors(
  wishes: readonly TagWish[],
  used: Iterable<number>,
  random: (below: number) => number,
): { name: string; color: number }[] {
  const taken = new Set([...used, ...wishes.map((wish) => wish.color)])
  let free = colors.filter((color) => !taken.has(color))
  return wishes.map(({ name, color }) => {
    if (color !== undefined) return { name, color }
    if (free.length === 0) free = [...colors]
    const chosen = free[random(free.length)] ?? colors[0]
    free = free.filter((one) => one !== chosen)
    return { name, color: chosen }
  })
}

/** Undefined when there is room for so many more. */
export function refuseTooMany(count: number, added: number): Refusal | undefined {
  return count + added > limits.tagsPerAccountMax ? tooManyInAccount : undefined
}

const colors = tagColours.map((colour) => colour.id) as [number, ...number[]] // the table is not empty
const isColor = (color: number): boolean => colors.includes(color)

const unknownColor: Refusal = { code: 'INVALID', message: `The colours of tags are 1 to ${colors.length}.` }

const tooManyAtOnce: Refusal = { code: 'INVALID', message: `A call names at most ${limits.tagsPerCallMax} tags.` }

const tooManyInAccount: Refusal = {
  code: 'LIMIT_EXCEEDED',
  message: `An account has at most ${limits.tagsPerAccountMax} tags.`,
}
