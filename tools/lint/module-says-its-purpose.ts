// The first line of a module says what the module is for.

import type { Rule } from './rule.ts'

export const moduleSaysItsPurpose: Rule = {
  create(context) {
    return {
      Program(node) {
        const lines = context.sourceCode.text.split('\n')
        const first = lines[0]?.startsWith('#!') ? lines[1] : lines[0]
        if (/^(\/\/|\/\*) ?\S/.test(first ?? '') || /^\/\*\*?$/.test(first ?? '')) return
        context.report({ node, message: 'Begin the module with a comment that says what it is for.' })
      },
    }
  },
}
