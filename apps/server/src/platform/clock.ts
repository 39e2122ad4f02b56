// Time, as the rest of the server takes it.

export { systemClock, type Clock } from '@farport/basics'
