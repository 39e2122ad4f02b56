// Violates downhill-domains.

export { service } from '#domains/services'
