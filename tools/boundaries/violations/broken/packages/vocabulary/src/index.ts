// Violates data-plane-knows-no-product.

export { contract } from '@farport/contract'
