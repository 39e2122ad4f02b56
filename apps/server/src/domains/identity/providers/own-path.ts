// Where people go on to: a path of ours, whatever the link said that began the sign-in. Pure.

export const ownPathLengthMax = 1000

/** What a browser takes for another place (`//evil.example`, `/\evil.example`), or would act as us, is `fallback`. */
export function ownPath(text: string | undefined, fallback = '/'): string {
  if (text === undefined || text.length > ownPathLengthMax) return fallback
  const isPath = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text)
  return isPath && isPageOfOurs(text) ? text : fallback
}

/** After dots are gone: `/a/..//evil.example` is `//evil.example`. */
function isPageOfOurs(text: string): boolean {
  const { origin, pathname } = new URL(text, base)
  return origin === base && !pathname.startsWith('//') && !pathname.startsWith('/auth/')
}

const base = 'https://farport.invalid'
