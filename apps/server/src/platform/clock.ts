// Time, as the rest of the server takes it.

export type { Clock } from '@farport/basics'
