// The front door of the initiators' API.

export { createInitiatorsPart } from './initiators-part.ts'
