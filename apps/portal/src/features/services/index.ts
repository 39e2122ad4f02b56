// What the later features use of services.

export { PortReachability } from './PortReachability.tsx'
export { formOfService, placeToCheck } from './service-form.ts'
export { ServiceTypeIcon } from './service-types.tsx'
export { serviceState, serviceStateText, serviceTone, type Activity } from './service-state.ts'
