// A reporter for Playwright: the files with a test that failed, and the tests' names, a line each, in the file that
// FARPORT_TEST_FAILED names.

import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

const root = new URL('../..', import.meta.url).pathname

export default class FailedSpecs implements Reporter {
  onTestEnd(test: TestCase, { status }: TestResult): void {
    const place = process.env['FARPORT_TEST_FAILED']
    if (place === undefined || status === 'passed' || status === 'skipped') return
    appendFileSync(place, `${relative(root, test.location.file)}\t${test.title}\n`)
  }
}
