// Every text by its key. English gives the keys; another language must have the same ones, which the compiler sees.

import type { en } from './en.ts'

export type Messages = { [Feature in keyof typeof en]: Texts<(typeof en)[Feature]> }

/** The same keys, any words. English has a form for one, `_one`, that Japanese has not. */
type Texts<Shape> = {
  [Key in keyof Shape as Key extends `${string}_one` ? never : Key]: Shape[Key] extends string
    ? string
    : Texts<Shape[Key]>
}

type KeysOf<Shape> = {
  [Key in keyof Shape & string]: Shape[Key] extends string ? WithoutPlural<Key> : `${Key}.${KeysOf<Shape[Key]>}`
}[keyof Shape & string]

type WithoutPlural<Key extends string> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Key

/** The key of any text, as in `devices.empty`. */
export type MessageKey = KeysOf<typeof en>
