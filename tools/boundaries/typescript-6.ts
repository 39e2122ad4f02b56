// dependency-cruiser reads TypeScript with the `typescript` it can import, and only understands versions before 7. It
// would find the repository's own TypeScript 7, read no .ts file at all and find no fault. This gives it the version 6
// that is installed beside this file. Import it before dependency-cruiser.

import { createRequire, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isTypescript = specifier === 'typescript' || specifier.startsWith('typescript/')
    const isAskedByCruiser = context.parentURL?.includes('/node_modules/dependency-cruiser/') ?? false
    if (!isTypescript || !isAskedByCruiser) return nextResolve(specifier, context)
    return { url: pathToFileURL(require.resolve(specifier)).href, shortCircuit: true }
  },
})
