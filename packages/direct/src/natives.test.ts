import { runProgram } from '@farport/testkit'
import { expect, it } from 'vitest'

/** A Node in which a package is not there. */
const without = (name: string): string =>
  `import { registerHooks } from 'node:module'
   registerHooks({ resolve: (specifier, context, next) => {
     if (specifier === '${name}') throw new Error('No such package: ${name}')
     return next(specifier, context)
   } })
   const { loadNatives } = await import('${new URL('./natives.ts', import.meta.url).href}')
   console.log(JSON.stringify(await loadNatives()))`

it.each(['udx-native', '@hyperswarm/secret-stream', 'sodium-native'])(
  'where %s is missing, there is no UDP, and a sentence says so',
  async (name) => {
    const { output } = await runProgram({ args: ['--input-type=module', '--eval', without(name)] })
    expect(JSON.parse(output)).toEqual({
      ok: false,
      refusal: `This installation has no UDP transport for this platform: No such package: ${name}`,
    })
  },
)
