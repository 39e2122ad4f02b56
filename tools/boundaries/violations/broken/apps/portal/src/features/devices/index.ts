export { devicePage } from './device-page.ts'
