import { session } from './session.ts'

export const stream = () => session
