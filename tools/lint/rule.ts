// The shape of one of our lint rules, taken from the linter's own types.

import type { RuleTester } from 'oxlint/plugins-dev'

export type Rule = Exclude<Parameters<RuleTester['run']>[1], { createOnce: unknown }>
