// The wire: bytes and texts ⇄ values. Pure, but for the arithmetic of keys.

export * from './agent-api.ts'
export * from './frame-codec.ts'
export * from './frame-reader.ts'
export * from './frames.ts'
export * from './http-signature.ts'
export * from './keys.ts'
export * from './relay-messages.ts'
export * from './ticket-claims.ts'
export * from './tickets.ts'
export * from './tunnel-messages.ts'
export * from './words.ts'
