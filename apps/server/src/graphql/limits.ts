// What a query may cost at most, checked before anything is executed: over HTTP and on the event socket alike.

import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit'
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth'
import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  NoSchemaIntrospectionCustomRule,
  type ASTVisitor,
  type ValidationRule,
} from 'graphql'

/** Characters of a query. The portal's longest has some 8,000. */
export const queryLengthMax = 32_000
export const queryTokensMax = 5000

const depthMax = 14
/** Clients ask for each account that they may look at under an alias of its own, all in one query. */
const aliasesMax = 250
/** By armor's arithmetic: fields, weighted by 1.5 per level. */
const costMax = 30_000

// The rules throw when left alone, which would hide the other errors; reported, they are errors like all others.
const reported = {
  propagateOnRejection: false,
  onReject: [
    (context: { reportError(error: GraphQLError): void } | null, error: GraphQLError) => context?.reportError(error),
  ],
}

/** Compiled queries are kept by their text, so a text must mean one operation; and there are no subscriptions here. */
function oneOperationRule(context: { reportError(error: GraphQLError): void }): ASTVisitor {
  return {
    Document(document) {
      const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
      if (operations.length > 1) context.reportError(new GraphQLError('Please send one operation at a time.'))
      const isSubscription = operations.some(({ operation }) => operation === OperationTypeNode.SUBSCRIPTION)
      if (isSubscription) context.reportError(new GraphQLError('Events come over the event socket, /events/v1.'))
    },
  }
}

export function validationRules(options: { allowsIntrospection: boolean }): ValidationRule[] {
  return [
    oneOperationRule,
    maxDepthRule({ n: depthMax, flattenFragments: true, ...reported }),
    maxAliasesRule({ n: aliasesMax, ...reported }),
    costLimitRule({ maxCost: costMax, flattenFragments: true, ...reported }),
    ...(options.allowsIntrospection ? [] : [NoSchemaIntrospectionCustomRule]),
  ]
}
