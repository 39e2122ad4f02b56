// Every language of the portal has every text, and every text is used somewhere.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { en } from '../../apps/portal/src/i18n/en.ts'
import { ja } from '../../apps/portal/src/i18n/ja.ts'
import { root } from '../run/step.ts'
import { sourceFiles } from '../source-files.ts'
import { differences, textsOf, unusedKeys } from './findings.ts'

const english = textsOf(en)
const sources = sourceFiles('apps/portal/src')
  .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !/\/messages\.\w+\.ts$/.test(path))
  .map((path) => readFileSync(join(root, path), 'utf8'))

const findings = [
  ...differences(english, english).map((line) => `en: ${line}`),
  ...differences(english, textsOf(ja)).map((line) => `ja: ${line}`),
  ...unusedKeys(english, sources).map((key) => `${key} is used nowhere`),
]
for (const finding of findings) console.log(finding)
process.exitCode = findings.length === 0 ? 0 : 1
