// `npm run check`: all that a machine can say about the sources without running the product.

import { availableParallelism } from 'node:os'
import { runSteps, tellStep, type Step } from './run/step.ts'

// The slow ones first, so that the quick ones fill the gaps.
const steps: readonly Step[] = [
  // From scratch: what an incremental build remembers can be stale after a change of the compiler's options.
  { name: 'types', command: ['tsc', '-b', '--force'] },
  { name: 'generated', command: ['node', 'tools/codegen.ts', '--check'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'lint', command: ['oxlint'] },
  { name: 'boundaries', command: ['node', 'tools/boundaries/boundaries.ts'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'words', command: ['node', 'tools/domain-order/main.ts'] },
  { name: 'translations', command: ['node', 'tools/translations/main.ts'] },
  { name: 'docs', command: ['node', 'tools/docs/main.ts'] },
]

const results = await runSteps(steps, {
  atOnce: Math.max(2, Math.min(4, availableParallelism())),
  onResult: (result) => console.log(tellStep(result)),
})
const failed = results.filter(({ isOk }) => !isOk).map(({ name }) => name)
console.log(failed.length === 0 ? 'check: all well' : `check: FAILED: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
