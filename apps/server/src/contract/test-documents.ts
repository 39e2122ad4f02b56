// For tests: the documents of the contract's clients, each with the fragments that it needs.

import fs from 'node:fs'
import path from 'node:path'
import { Kind, parse, print, visit, type DefinitionNode, type FragmentDefinitionNode } from 'graphql'

/** By the name of their operation. */
export type Documents = ReadonlyMap<string, string>

export function readDocuments(file: 'queries' | 'mutations' | 'event'): Documents {
  const { definitions } = parse(fs.readFileSync(path.join(import.meta.dirname, `${file}.graphql`), 'utf8'))
  const fragments = new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
  )
  return new Map(
    definitions.flatMap((one) =>
      one.kind === Kind.OPERATION_DEFINITION && one.name !== undefined
        ? [[one.name.value, [one, ...neededBy(one, fragments)].map((part) => print(part)).join('\n')] as const]
        : [],
    ),
  )
}

function neededBy(
  root: DefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  known = new Set<FragmentDefinitionNode>(),
): ReadonlySet<FragmentDefinitionNode> {
  visit(root, {
    FragmentSpread({ name }) {
      const fragment = fragments.get(name.value)
      if (fragment === undefined || known.has(fragment)) return
      known.add(fragment)
      neededBy(fragment, fragments, known)
    },
  })
  return known
}
