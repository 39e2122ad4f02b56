// A test waits for a condition, not for a number of milliseconds: that is either too short or too long.

import type { Rule } from './rule.ts'

const sleepers = new Set(['setTimeout', 'sleep', 'delay', 'wait'])

export const noFixedSleepInTests: Rule = {
  create(context) {
    if (!/\.(test|spec)\.tsx?$/.test(context.filename)) return {}
    const message = 'Wait for the condition that the test needs, not for a fixed time.'
    return {
      /** `await sleep(100)`, `await setTimeout(100)` of node:timers/promises. */
      AwaitExpression(node) {
        const call = node.argument
        if (call.type !== 'CallExpression' || call.callee.type !== 'Identifier') return
        if (sleepers.has(call.callee.name) && isPositiveNumber(call.arguments[0])) context.report({ node, message })
      },
      /** `setTimeout(resolve, 100)`: a bare name that is called after a fixed time. */
      CallExpression(node) {
        if (node.callee.type !== 'Identifier' || node.callee.name !== 'setTimeout') return
        const [called, time] = node.arguments
        if (called?.type === 'Identifier' && isPositiveNumber(time)) context.report({ node, message })
      },
    }
  },
}

function isPositiveNumber(argument: { type: string; value?: unknown } | undefined): boolean {
  return argument?.type === 'Literal' && typeof argument.value === 'number' && argument.value > 0
}
