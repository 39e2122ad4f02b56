import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// The build of graphql that Node loads. Vite would load the other one beside it, and each refuses the other's schemas.
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] }

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          include: ['{apps,packages,tools,bench}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**', 'tools/boundaries/violations/**'],
          // Half of a test is waiting for PostgreSQL, for which vitest leaves no core on a small machine.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          // A store's first test may have to make a PostgreSQL cluster, on a machine that is busy.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve,
        test: {
          name: 'stories',
          include: ['e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
