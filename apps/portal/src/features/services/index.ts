// What the later features use of services.

export { ServiceTypeIcon } from './service-types.tsx'
export { serviceState, serviceStateText, serviceTone, type Activity } from './service-state.ts'
