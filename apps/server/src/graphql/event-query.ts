// What may run on the event socket: a query for `event`, and nothing else, as it runs once per fact.

import {
  Kind,
  OperationTypeNode,
  parse,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

const allowedFields = new Set(['event', '__typename'])

/** True for a valid document whose only operation asks at its root for `event` alone. */
export function isEventQuery(query: string): boolean {
  const document = parse(query)
  const [operation, ...others] = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  if (operation === undefined || others.length > 0 || operation.operation !== OperationTypeNode.QUERY) return false
  return asksOnlyForEvents(operation.selectionSet, fragmentsOf(document))
}

function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]))
}

/** Ends, because validation has refused fragments that contain themselves. */
function asksOnlyForEvents(set: SelectionSetNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): boolean {
  return set.selections.every((selection) => {
    if (selection.kind === Kind.FIELD) return allowedFields.has(selection.name.value)
    if (selection.kind === Kind.INLINE_FRAGMENT) return asksOnlyForEvents(selection.selectionSet, fragments)
    const fragment = fragments.get(selection.name.value)
    return fragment !== undefined && asksOnlyForEvents(fragment.selectionSet, fragments)
  })
}
