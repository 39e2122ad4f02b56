// Browser tests run on Debian's Chromium: the registry carries no browser. Each test starts its own installation on
// free ports, so there is no web server here and no base address.

import { defineConfig } from '@playwright/test'

const isContinuousIntegration = process.env['CI'] !== undefined

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/browser',
  // `npm test` runs what failed once more, and says so.
  retries: 0,
  workers: 1,
  fullyParallel: false,
  forbidOnly: isContinuousIntegration,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./failed-specs.ts']],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    // Playwright's own ffmpeg is not in the registry either; a trace shows as much.
    video: 'off',
    launchOptions: {
      executablePath: process.env['FARPORT_TEST_CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-dev-shm-usage',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
