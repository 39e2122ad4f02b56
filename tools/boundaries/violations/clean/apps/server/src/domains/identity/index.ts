export { accountName } from './account.ts'
