// Violates fakes-stay-in-tests.

import { suite } from './compliance.ts'

export const main = suite
