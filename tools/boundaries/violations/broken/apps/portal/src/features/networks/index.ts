// Violates front-door-between-features.

import { devicePage } from '../devices/device-page.ts'

export const networkPage = devicePage
