// Prints what a first visit to the sign-in and the device list loads, and fails the build when that is too much.

import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** Of scripts and styles together, gzipped. Fonts come later, and the page can be read without them. */
export const firstLoadBytesMax = 300_000

/** Loaded by every visitor at once, though by a dynamic import: one of the languages. */
const alwaysLoaded = /\/i18n\/first\.en\.ts$/

export function firstLoadBudget(): Plugin {
  return {
    name: 'first-load-budget',
    apply: 'build',
    writeBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = firstLoadFiles(bundle)
        const bytes = files.reduce((sum, file) => sum + gzipSync(sourceOf(bundle[file]), { level: 9 }).length, 0)
        const told = `First load: ${inKilobytes(bytes)} gzipped of ${inKilobytes(firstLoadBytesMax)}, ${files.length} files`
        this.info(told)
        if (bytes > firstLoadBytesMax) this.error(`${told}. Load something later.`)
      },
    },
  }
}

/** Entry chunks, all that they import statically, the style sheets that the page names, and one language. */
export function firstLoadFiles(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>()
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue
    if (chunk.isEntry || alwaysLoaded.test(chunk.facadeModuleId ?? '')) follow(chunk.fileName)
  }
  const page = bundle['index.html']
  const html = page?.type === 'asset' ? String(page.source) : ''
  const styles = Object.keys(bundle).filter((file) => file.endsWith('.css') && html.includes(file))
  return [...found, ...styles]

  function follow(file: string): void {
    const chunk = bundle[file]
    if (found.has(file) || chunk?.type !== 'chunk') return
    found.add(file)
    for (const imported of chunk.imports) follow(imported)
  }
}

function sourceOf(file: Rolldown.OutputBundle[string] | undefined): string | Uint8Array {
  if (file === undefined) return ''
  return file.type === 'chunk' ? file.code : file.source
}

const inKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
