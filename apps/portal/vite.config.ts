import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstLoadBudget } from './build/first-load-budget.ts'

// `vite` alone serves the sources and passes the API on to a running server.
const server = process.env['FARPORT_SERVER_URL'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react(), firstLoadBudget()],
  server: {
    port: 5173,
    proxy: {
      '/graphql': { target: server },
      '/auth': { target: server },
      '/events': { target: server, ws: true },
      '/install': { target: server },
    },
  },
  build: {
    target: 'es2023',
    // The inline script of index.html is the only one; the rest may be cached for good.
    assetsInlineLimit: 0,
    // One style sheet: a page that is loaded later is never without its looks.
    cssCodeSplit: false,
    reportCompressedSize: false,
  },
})
