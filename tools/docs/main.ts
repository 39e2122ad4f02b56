// Every file, script, option and symbol that a document names exists, and every link leads somewhere.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run/step.ts'
import { sourceFiles } from '../source-files.ts'
import { findingsOf } from './findings.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const files = sourceFiles()
const documents = files.filter((file) => file.endsWith('.md'))
const sources = files.filter(
  (file) => /\.(ts|tsx|mjs|graphql|sql|json|sh|service)$/.test(file) && file !== 'package-lock.json',
)

const words = new Set(sources.flatMap((file) => read(file).match(/--[a-z][a-z-]+|[A-Za-z][A-Za-z0-9_]*/g) ?? []))
const manifest = JSON.parse(read('package.json')) as { scripts: Record<string, string> } // our own file

const findings = documents.flatMap((document) =>
  findingsOf(document, read(document), {
    files,
    words,
    scripts: new Set(Object.keys(manifest.scripts)),
    anchorsOf: (linked) => new Set(headings(read(linked)).map(toAnchor)),
  }),
)
for (const finding of findings) console.log(finding)
process.exitCode = findings.length === 0 ? 0 : 1

function headings(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].flatMap(([, heading]) => heading ?? [])
}

/** As code hosts make them: lower case, no punctuation, dashes for blanks. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}
