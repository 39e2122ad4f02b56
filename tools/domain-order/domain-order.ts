// The words of the product, foundations first. The one list: the import rules, the folders' check and the tests read it.

/** Each may use what stands before it. An effect on what stands after it is an event. */
export const domains = [
  'identity',
  'organizations',
  'billing',
  'tags',
  'devices',
  'services',
  'networks',
  'sharing',
  'connections',
  'sessions',
  'scripting',
] as const

/** They watch the domains and may use any of them; nobody imports them, not even each other. */
export const observers = ['logs', 'graphs', 'notifications', 'announcements', 'support', 'search'] as const

export const words: readonly string[] = [...domains, ...observers]

/** What `word` must not import: all that stands after it, and every observer. */
export function forbiddenTo(word: string): readonly string[] {
  const at = words.indexOf(word)
  if (at < 0) throw new Error(`"${word}" is no word of the product.`)
  return [...domains.slice(at + 1), ...observers].filter((other) => other !== word)
}
