// Names the folders and files whose place is divided by the words of the product, and that bear another word.

import { sourceFiles } from '../source-files.ts'
import { findMisnamed } from './misnamed.ts'

const misnamed = findMisnamed(sourceFiles())
for (const line of misnamed) console.log(line)
process.exitCode = misnamed.length === 0 ? 0 : 1
