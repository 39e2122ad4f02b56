// Starts the portal in the page.

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { App } from './App.tsx'
import { startTranslations } from './i18n/start.ts'
import { routes } from './routes.tsx'

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no element with the id "root"')

await startTranslations()
createRoot(place).render(
  <StrictMode>
    <App router={createBrowserRouter(routes)} />
  </StrictMode>,
)
