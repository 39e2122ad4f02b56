import type { now } from '#platform/clock'

export type Moment = ReturnType<typeof now>
