// The API's own words, as types.

export type * from '../generated/types.ts'
export type * from './auth-api.ts'
export type { Refusal } from './refusal.ts'
