// Where the programs begin, so that what none of them reaches is found as dead code.

import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  ignoreExportsUsedInFile: true,
  workspaces: {
    '.': {
      entry: ['tools/*.{ts,mjs}', 'tools/{docs,domain-order,translations}/main.ts', 'tools/setup/main.mjs'],
      project: ['tools/**/*.{ts,mjs}', '!tools/boundaries/**'],
      // tools/check.ts runs it by its name.
      ignoreDependencies: ['oxfmt'],
    },
    'tools/boundaries': {
      entry: ['boundaries.ts'],
      project: ['*.ts'],
    },
    // demo/main.ts is started by its path.
    'apps/launcher': { entry: ['src/main.ts', 'src/demo/main.ts'], project: ['src/**/*.ts'] },
    'apps/*': { project: ['src/**/*.{ts,tsx}'] },
    'packages/*': { project: ['src/**/*.{ts,tsx}'] },
    e2e: {
      entry: ['**/*.test.ts', 'browser/**/*.spec.ts', 'browser/playwright.config.ts'],
      project: ['**/*.ts'],
    },
    bench: { entry: ['src/main.ts'], project: ['src/**/*.ts'] },
  },
}

export default config
