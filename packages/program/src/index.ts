// What our programs do alike as programs of an operating system: read their environment, and keep files.

export { nodeFlagsForAnswering } from './answering.ts'
export { connectPatiently } from './connecting.ts'
export { readEnvironment } from './environment.ts'
export { parseMessage } from './json-messages.ts'
export { readIfThere } from './read-if-there.ts'
export { writeWhole } from './write-whole.ts'
