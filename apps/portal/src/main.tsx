// Starts the portal in the page.

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { keeper } from './api/window-keeper.ts'
import { App } from './App.tsx'
import { startSession } from './features/identity/index.ts'
import { chosenLanguage } from './i18n/language.ts'
import { startTranslations } from './i18n/start.ts'
import { createLiveApi } from './live/live-api.ts'
import { routes, warmUpPages } from './routes.tsx'

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no element with the id "root"')

document.documentElement.lang = chosenLanguage()
// Asked while the texts are on their way.
const session = startSession({
  createApi: () => createLiveApi({ keeper, language: () => document.documentElement.lang }),
})
await startTranslations()
createRoot(place).render(
  <StrictMode>
    <App router={createBrowserRouter(routes)} session={session} />
  </StrictMode>,
)

// Once the first page stands still, the others are fetched, so that a click never waits for code.
const warmUpDelayMs = 2500
setTimeout(() => void warmUpPages(), warmUpDelayMs)
