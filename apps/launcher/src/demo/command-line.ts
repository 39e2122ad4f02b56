// A command line of the demo shell, cut into commands: words, quotes, `;`, `&&` and `||`. Nothing is expanded.

import { accept, refuse, type Result } from '@farport/basics'

export interface SimpleCommand {
  /** When it runs, by the exit status of the one before. */
  after: 'always' | 'success' | 'failure'
  words: string[]
}

const operators = { ';': 'always', '&&': 'success', '||': 'failure' } as const
const unsupported = /^[|&<>`]|^\$\(/

export function parseCommandLine(line: string): Result<SimpleCommand[], string> {
  const commands: SimpleCommand[] = [{ after: 'always', words: [] }]
  let word: string | undefined
  let rest = line

  const endWord = () => {
    if (word !== undefined) commands.at(-1)?.words.push(word)
    word = undefined
  }

  while (rest !== '') {
    const operator = /^(?:;|&&|\|\|)/.exec(rest)?.[0] as keyof typeof operators | undefined // the pattern's three
    const quoted = /^'([^']*)'|^"((?:[^"\\]|\\.)*)"|^\\(.)/s.exec(rest)
    const blank = /^\s+/.exec(rest)
    if (operator !== undefined) {
      endWord()
      commands.push({ after: operators[operator], words: [] })
      rest = rest.slice(operator.length)
    } else if (blank !== null) {
      endWord()
      rest = rest.slice(blank[0].length)
    } else if (quoted !== null) {
      word = (word ?? '') + (quoted[1] ?? quoted[2]?.replaceAll(/\\(["\\$`])/g, '$1') ?? quoted[3] ?? '')
      rest = rest.slice(quoted[0].length)
    } else if (rest.startsWith("'") || rest.startsWith('"')) {
      return refuse('a quote is not closed')
    } else if (unsupported.test(rest)) {
      return refuse('this small shell has no pipes, redirections or substitutions')
    } else {
      word = (word ?? '') + rest.charAt(0)
      rest = rest.slice(1)
    }
  }
  endWord()
  return accept(commands.filter(({ words }) => words.length > 0))
}
