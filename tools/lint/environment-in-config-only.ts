// `process.env` is read where configuration is parsed, so that nothing else depends on the surroundings.

import type { Rule } from './rule.ts'

const placesAllowed = /(^|[/\\])(config|main)\.ts$|\.config\.ts$|\.test\.tsx?$|[/\\](tools|bench|e2e|testkit)[/\\]/

export const environmentInConfigOnly: Rule = {
  create(context) {
    if (placesAllowed.test(context.filename)) return {}
    return {
      MemberExpression(node) {
        if (node.object.type !== 'Identifier' || node.object.name !== 'process') return
        if (node.property.type !== 'Identifier' || node.property.name !== 'env') return
        context.report({ node, message: 'Read the environment in config.ts or main.ts and pass the value on.' })
      },
    }
  },
}
