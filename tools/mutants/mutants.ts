// Finds every place where the server asks access, and says what it would be without the question. Pure.

export interface Mutant {
  /** From the root of the repository. */
  file: string
  /** Counted from one. */
  line: number
  /** The question as it stands there. */
  question: string
  /** The whole file without it: the answer is always yes. */
  text: string
}

/** How the answer is yes, by the name of the function that is asked; `policy` is any function of a domain's policy. */
const yes: Readonly<Record<string, string>> = {
  decide: '({ allowed: true as const })',
  decideService: '({ allowed: true as const })',
  decideInAccount: '({ allowed: true as const })',
  decideOperator: '({ allowed: true as const })',
  requireInAccount: '({ ok: true as const, value: true as const })',
  actsFor: '(true as boolean)',
  policy: '({ allowed: true as const })',
}

const call =
  /\b(?:(decide|decideService|decideInAccount|decideOperator|requireInAccount|actsFor)|([a-z]\w*Policy)\.(\w+))\(/g
/** Answers that are no verdict: what to show, not whether. */
const noVerdicts = new Set(['permissions', 'usualAccount'])

export function mutantsOf(file: string, text: string): Mutant[] {
  const mutants: Mutant[] = []
  for (const match of text.matchAll(call)) {
    const [, name, policy, method = ''] = match
    const before = text.slice(Math.max(0, match.index - 20), match.index)
    if (/(function|import|export)\s+(async\s+)?$/.test(before) || noVerdicts.has(method)) continue
    const end = endOfCall(text, match.index + match[0].length)
    const question = text.slice(match.index, end)
    const answer = yes[policy === undefined ? (name ?? '') : 'policy'] ?? ''
    const without = `${text.slice(0, match.index)}${answer}${text.slice(end)}`
    mutants.push({ file, line: text.slice(0, match.index).split('\n').length, question, text: without })
  }
  return mutants
}

/** Behind the parenthesis that closes the call whose arguments begin at `start`. Texts hold no parentheses here. */
function endOfCall(text: string, start: number): number {
  let depth = 1
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at + 1
  }
  throw new Error('a call does not end')
}
