// The words that every program shares: ids, tables, states, limits. Runs in browsers too.

export * from './account-name.ts'
export * from './application-types.ts'
export * from './attributes.ts'
export * from './ids.ts'
export * from './ip-address.ts'
export * from './limits.ts'
export * from './plain-name.ts'
export * from './platforms.ts'
export * from './reach-rule.ts'
export * from './states.ts'
export * from './tag-colours.ts'
export * from './tag-name.ts'
