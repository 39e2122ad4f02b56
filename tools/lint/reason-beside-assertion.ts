// A cast or a `!` tells the compiler to believe us; a comment beside it says why it may.

import type { Rule } from './rule.ts'

interface Placed {
  type: string
  parent?: Placed | null
  loc: { start: { line: number }; end: { line: number } }
}

export const reasonBesideAssertion: Rule = {
  create(context) {
    const commented = new Set<number>()
    for (const comment of context.sourceCode.getAllComments()) {
      for (const line of linesBetween(comment.loc.start.line, comment.loc.end.line)) commented.add(line)
    }

    const check: NonNullable<Visitor['TSAsExpression'] & Visitor['TSNonNullExpression']> = (node) => {
      const { start, end } = enclosingStatement(node).loc
      const beside = [
        ...linesBetween(node.loc.start.line - 1, node.loc.end.line),
        ...linesBetween(start.line - 1, start.line),
        end.line,
      ]
      if (beside.some((line) => commented.has(line))) return
      context.report({ node, message: 'Say in a comment beside it why this assertion is true.' })
    }

    return {
      TSNonNullExpression: check,
      TSAsExpression(node) {
        const type = node.typeAnnotation
        const isConst =
          type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const'
        if (!isConst && type.type !== 'TSUnknownKeyword') check(node)
      },
    }
  },
}

type Visitor = ReturnType<Rule['create']>

/** The statement that the expression is part of: a comment above it or at its end speaks for all of it. */
function enclosingStatement(node: Placed): Placed {
  let at = node
  while (at.parent && !/Statement$|Declaration$|^Program$/.test(at.type)) at = at.parent
  return at
}

function linesBetween(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
