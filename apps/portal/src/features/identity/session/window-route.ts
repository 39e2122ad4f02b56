// The initial route of this browser.

import { createInitialRoute } from './initial-route.ts'

export const initialRoute = createInitialRoute(localStorage, Date.now)
