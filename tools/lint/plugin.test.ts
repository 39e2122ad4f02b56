import { RuleTester } from 'oxlint/plugins-dev'
import { describe, it } from 'vitest'
import { environmentInConfigOnly } from './environment-in-config-only.ts'
import { moduleSaysItsPurpose } from './module-says-its-purpose.ts'
import { noFixedSleepInTests } from './no-fixed-sleep-in-tests.ts'
import { reasonBesideAssertion } from './reason-beside-assertion.ts'

RuleTester.describe = describe
RuleTester.it = it
const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'ts' } } })
const once = { errors: 1 }

tester.run('reason-beside-assertion', reasonBesideAssertion, {
  valid: [
    'const a = b as string // the pattern was just checked',
    '// The list is never empty.\nconst a = list[0]!',
    'const a = b as const',
    'const a: unknown = b as unknown',
    '// All three were checked.\ncall(\n  a as string,\n  b!,\n)',
  ],
  invalid: [
    { code: 'const a = b as string', ...once },
    { code: 'const a = list[0]!', ...once },
    { code: '// Far away.\n\n\nconst a = b as string', ...once },
  ],
})

tester.run('module-says-its-purpose', moduleSaysItsPurpose, {
  valid: [
    '// What it is for.\nexport {}',
    '#!/usr/bin/env node\n// What it is for.\nexport {}',
    '/** What it is for. */',
  ],
  invalid: [
    { code: 'export {}', ...once },
    { code: '\n// Too late.\nexport {}', ...once },
  ],
})

tester.run('environment-in-config-only', environmentInConfigOnly, {
  valid: [
    { code: 'process.env.HOME', filename: 'apps/relay/src/config.ts' },
    { code: 'process.env.HOME', filename: 'apps/relay/src/main.ts' },
    { code: 'process.env.HOME', filename: '/farport/tools/dev.ts' },
    { code: 'process.argv', filename: 'apps/relay/src/relay.ts' },
  ],
  invalid: [{ code: 'process.env.HOME', filename: 'apps/relay/src/relay.ts', ...once }],
})

tester.run('no-fixed-sleep-in-tests', noFixedSleepInTests, {
  valid: [
    { code: 'await sleep(100)', filename: 'backoff.ts' },
    { code: 'await until(() => isOnline)', filename: 'relay.test.ts' },
    { code: 'setTimeout(() => relay.stop(), 100)', filename: 'relay.test.ts' },
    { code: 'await new Promise((resolve) => setTimeout(resolve, 0))', filename: 'relay.test.ts' },
  ],
  invalid: [
    { code: 'await sleep(100)', filename: 'relay.test.ts', ...once },
    { code: 'await new Promise((resolve) => setTimeout(resolve, 100))', filename: 'relay.test.ts', ...once },
    { code: 'await new Promise((resolve) => { setTimeout(resolve, 100) })', filename: 'relay.spec.ts', ...once },
  ],
})
