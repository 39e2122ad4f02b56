// Holds the languages against each other, and their keys against the sources that use them.

/** Texts by their key, as in `devices.empty`. */
export type Texts = ReadonlyMap<string, string>

export type Messages = { readonly [key: string]: string | Messages }

export function textsOf(messages: Messages, prefix = ''): Texts {
  return new Map(
    Object.entries(messages).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...textsOf(value, `${prefix}${key}.`)],
    ),
  )
}

/** What `other` lacks or has too much of, beside the language that gives the keys. */
export function differences(given: Texts, other: Texts): string[] {
  return [
    ...[...stems(given)].filter((key) => !stems(other).has(key)).map((key) => `${key} is missing`),
    ...[...stems(other)].filter((key) => !stems(given).has(key)).map((key) => `${key} is in no other language`),
    ...[...other].filter(([, text]) => text.trim() === '').map(([key]) => `${key} is empty`),
    ...[...other]
      .filter(([key, text]) => given.has(key) && blanksOf(text) !== blanksOf(given.get(key) ?? ''))
      .map(([key]) => `${key} has other {{blanks}}`),
  ]
}

/** Keys that no source names, neither whole nor by a beginning that the code completes. */
export function unusedKeys(texts: Texts, sources: readonly string[]): string[] {
  const named = new Set(sources.flatMap((source) => matches(source, /['"`]([\w-]+(?:\.[\w-]+)+)['"`]/g)))
  const beginnings = [...new Set(sources.flatMap((source) => matches(source, /`([\w-]+(?:\.[\w-]+)*\.?)\$\{/g)))]
  return [...stems(texts)].filter(
    (key) => !named.has(key) && !beginnings.some((beginning) => beginning.includes('.') && key.startsWith(beginning)),
  )
}

/** Languages differ in how many plural forms they have; the key is one. */
function stems(texts: Texts): Set<string> {
  return new Set([...texts.keys()].map((key) => key.replace(/_(zero|one|two|few|many|other)$/, '')))
}

function blanksOf(text: string): string {
  return matches(text, /\{\{-?\s*(\w+)/g)
    .toSorted()
    .join()
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, captured]) => captured ?? [])
}
