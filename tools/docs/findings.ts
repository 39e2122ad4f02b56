// Holds what the documents name against what there is.

import { posix } from 'node:path'
import { mentionsOf, type Mention } from './mentions.ts'

export interface Repository {
  /** Every file, from the root. */
  files: readonly string[]
  /** All words of all sources: what a document may name. */
  words: ReadonlySet<string>
  scripts: ReadonlySet<string>
  /** The headings of a document, as the end of a link names them. */
  anchorsOf(document: string): ReadonlySet<string>
}

export function findingsOf(document: string, markdown: string, repository: Repository): string[] {
  return mentionsOf(markdown).flatMap((mention) => {
    const complaint = complaintAbout(mention, document, repository)
    return complaint === undefined ? [] : [`${document}: ${complaint}`]
  })
}

function complaintAbout(mention: Mention, document: string, repository: Repository): string | undefined {
  switch (mention.kind) {
    case 'link':
      return complaintAboutLink(mention.target, document, repository)
    case 'path':
      return isThere(mention.path, document, repository) ? undefined : `there is no file ${mention.path}`
    case 'script':
      return repository.scripts.has(mention.name) ? undefined : `there is no script "npm run ${mention.name}"`
    case 'word':
      return repository.words.has(mention.word) ? undefined : `no source has the word ${mention.word}`
  }
}

function complaintAboutLink(target: string, document: string, repository: Repository): string | undefined {
  if (/^[a-z]+:/.test(target)) return undefined
  const [path = '', anchor] = target.split('#')
  const linked = path === '' ? document : posix.join(posix.dirname(document), path)
  if (!hasFileOrFolder(linked, repository)) return `the link to ${target} leads nowhere`
  if (anchor === undefined || repository.anchorsOf(linked).has(anchor)) return undefined
  return `the link to ${target} leads to no heading of ${linked}`
}

/** From the root, from the document's folder, or as the end of a path: a domain's page says just `device.ts`. */
function isThere(path: string, document: string, repository: Repository): boolean {
  const here = posix.join(posix.dirname(document), path)
  if (hasFileOrFolder(posix.normalize(path), repository) || hasFileOrFolder(here, repository)) return true
  const pattern = new RegExp(`(^|/)${toPattern(path.replace(/^\.?\//, ''))}$`)
  return repository.files.some((file) => pattern.test(file))
}

function hasFileOrFolder(path: string, { files }: Repository): boolean {
  const pattern = new RegExp(`^${toPattern(path.replace(/\/$/, ''))}(/|$)`)
  return files.some((file) => pattern.test(file))
}

/** A star stands for anything within one folder's name. */
function toPattern(path: string): string {
  return path.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')
}
