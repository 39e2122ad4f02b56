// Violates relay-never-sees-the-contract.

import { contract } from '@farport/contract'

export const relay = contract
