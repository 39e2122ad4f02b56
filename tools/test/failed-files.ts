// A reporter for Vitest: the files with a test that failed, and the tests' names, a line each, in the file that
// FARPORT_TEST_FAILED names.

import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { root } from '../run/step.ts'

export default class FailedFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const place = process.env['FARPORT_TEST_FAILED']
    if (place === undefined) return
    const failed = modules.filter((module) => !module.ok())
    const lines = failed.flatMap((module) => {
      const file = relative(root, module.moduleId)
      const names = [...module.children.allTests('failed')].map((test) => test.fullName)
      return (names.length > 0 ? names : ['(could not be run)']).map((name) => `${file}\t${name}`)
    })
    writeFileSync(place, [...lines, ...errors.map(strayLine)].join('\n'))
  }
}

/** Thrown outside of every test, while one of the file ran. What no file is answerable for cannot be tried again by file. */
function strayLine({ VITEST_TEST_PATH: path, message }: SerializedError): string {
  return `${typeof path === 'string' ? relative(root, path) : ''}\t${message.split('\n', 1).join()}`
}
