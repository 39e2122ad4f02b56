// What the later features use of services.

export { ServiceTypeIcon } from './service-types.tsx'
export {
  serviceState,
  serviceStateText,
  serviceTone,
  startingMs,
  type Activity,
  type ServiceFacts,
} from './service-state.ts'
