// What a document names: links to other files, and `code` that looks like a path, a script, an option or a symbol.

export type Mention =
  | { kind: 'link'; target: string }
  | { kind: 'path'; path: string }
  | { kind: 'script'; name: string }
  | { kind: 'word'; word: string }

const fence = /^(```|~~~)[^\n]*\n[\s\S]*?^\1/gm
const link = /\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)/g
const code = /`([^`\n]+)`/g
const script = /\bnpm run ([a-z:-]+)/g

/** Examples inside fences are not looked at, but for the scripts that they run. */
export function mentionsOf(markdown: string): Mention[] {
  const prose = markdown.replaceAll(fence, '')
  return [
    ...matches(prose.replaceAll(code, ''), link).map((target): Mention => ({ kind: 'link', target })),
    ...matches(markdown, script).map((name): Mention => ({ kind: 'script', name })),
    ...matches(prose, code).flatMap(mentionOfCode),
  ]
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, captured]) => captured ?? [])
}

const path = /^\.{0,2}\/?[\w.@#*-]+(\/[\w.@*-]+)*\/?$/
const fileName = /[\w*-]\.(ts|tsx|mjs|json|graphql|md|sql|service|sh)$/
const option = /^--[a-z][a-z-]+/
const environmentName = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/
/** `createWorld`, `DeviceId`, `graphql.ts#Type`: one word with a capital inside. */
const symbol = /^[A-Za-z][a-z0-9]*([A-Z][a-z0-9]*)+(\(\))?$/

/** What has a blank, a placeholder or an address in it is an example, and names nothing. */
function mentionOfCode(text: string): Mention[] {
  if (option.test(text)) return [{ kind: 'word', word: text.split(/[ =]/, 1)[0] ?? text }]
  if (environmentName.test(text)) return [{ kind: 'word', word: text }]
  if (symbol.test(text)) return [{ kind: 'word', word: text.replace('()', '') }]
  const isPath = path.test(text) && (fileName.test(text) || /^(apps|packages|tools|docs|e2e|bench|deploy)\//.test(text))
  return isPath ? [{ kind: 'path', path: text }] : []
}
