// One command a figure: `npm run bench -- <name>`.

const benches: Readonly<Record<string, () => Promise<{ run(): Promise<void> }>>> = {
  'relay-throughput': () => import('./relay-throughput.ts'),
  'end-to-end-throughput': () => import('./end-to-end-throughput.ts'),
  'direct-tcp': () => import('./direct-tcp.ts'),
  'direct-udp': () => import('./direct-udp.ts'),
  'parallel-streams': () => import('./parallel-streams.ts'),
  'udp-service': () => import('./udp-service.ts'),
  'relay-latency': () => import('./relay-latency.ts'),
  'relay-connections': () => import('./relay-connections.ts'),
  'link-http': () => import('./link-http.ts'),
  'agents-idle': () => import('./agents-idle.ts'),
  'reconnect-storm': () => import('./reconnect-storm.ts'),
  events: () => import('./events.ts'),
  'time-series': () => import('./time-series.ts'),
  'device-list': () => import('./device-list.ts'),
  search: () => import('./search.ts'),
  presence: () => import('./presence.ts'),
}

const name = process.argv[2] ?? ''
const load = benches[name]
if (load === undefined) {
  process.stderr.write(`There is no bench '${name}'. There are: ${Object.keys(benches).join(', ')}.\n`)
  process.exitCode = 2
} else {
  await (await load()).run()
}
