// What may run on the event socket: a query for `event`, and nothing else, as it runs once per fact.

import {
  getNamedType,
  Kind,
  OperationTypeNode,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
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

/** Fields that say the same to everybody who sees the thing. Not here: what depends on what else the viewer may. */
const alikeFields: Readonly<Record<string, readonly string[]>> = {
  Query: ['event'],
  Target: ['id', 'name', 'application', 'platform', 'owner', 'device'],
  User: ['id', 'email'],
  Device: ['id', 'name', 'state', 'platform', 'version', 'created', 'lastReported', 'hardwareId', 'owner', 'endpoint'],
  Endpoint: [
    'onlineSince',
    'offlineSince',
    'externalAddress',
    'internalAddress',
    'quality',
    'geo',
    'availability',
    'instability',
  ],
  Geo: ['connectionType', 'countryName', 'stateName', 'city', 'isp'],
}
const alikeEventFields = [
  ...['id', 'type', 'timestamp', 'state', 'action', 'actor', 'target', 'users'],
  ...[
    'session',
    'platform',
    'manufacturer',
    'source',
    'proxy',
    'txBytes',
    'rxBytes',
    'lifetime',
    'sourceGeo',
    'scripting',
  ],
]

/** Whether a valid query has the same answer for all who may see the same of its event. */
export function asksAlike(query: string, schema: GraphQLSchema): boolean {
  const types = new TypeInfo(schema)
  let isAlike = true
  visit(
    parse(query),
    visitWithTypeInfo(types, {
      Field({ name }) {
        const parent = types.getParentType()
        const isEvent = parent !== null && parent !== undefined && isLogEvent(parent.name, schema)
        const known = isEvent ? alikeEventFields : (alikeFields[getNamedType(parent)?.name ?? ''] ?? [])
        isAlike &&= name.value === '__typename' || known.includes(name.value)
      },
    }),
  )
  return isAlike
}

function isLogEvent(typeName: string, schema: GraphQLSchema): boolean {
  if (typeName === 'LogEvent') return true
  const type = schema.getType(typeName)
  return type !== undefined && 'getInterfaces' in type && type.getInterfaces().some(({ name }) => name === 'LogEvent')
}
