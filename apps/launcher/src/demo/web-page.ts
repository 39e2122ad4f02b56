// The demo device's web page: one file, no script, nothing loaded from elsewhere.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface DemoWebServer extends AsyncDisposable {
  readonly port: number
}

export async function startDemoWebServer(options: {
  host: string
  port: number
  startedAt: number
}): Promise<DemoWebServer> {
  const server = createServer({ requestTimeout: 30_000 }, (request, response) => {
    response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:")
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('cache-control', 'no-store')
    const path = request.url?.split('?')[0]
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end()
    } else if (path === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(demoPage({ now: new Date(), startedAt: new Date(options.startedAt) }))
    } else {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('There is only one page here: /\n')
    }
  })
  server.maxConnections = 256
  server.listen(options.port, options.host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port, // a TCP server has no other kind of address
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const time = (moment: Date) =>
  `<time datetime="${moment.toISOString()}">${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`

export function demoPage({ now, startedAt }: { now: Date; startedAt: Date }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The demo device</title>
<style>
  :root { color-scheme: light dark; --ink: light-dark(#14213d, #eef2ff); --soft: light-dark(#5b6785, #9aa8cf);
    --paper: light-dark(#f6f8ff, #0b1020); --card: light-dark(#ffffff, #141b33); --line: light-dark(#dbe2f5, #26304f);
    --accent: light-dark(#2f5bea, #8fb0ff); --warm: light-dark(#e8792b, #ffb070); }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 2rem 1.25rem; color: var(--ink);
    background: radial-gradient(60rem 40rem at 75% -10%, color-mix(in oklab, var(--accent) 18%, transparent), transparent),
      radial-gradient(50rem 40rem at 10% 110%, color-mix(in oklab, var(--warm) 14%, transparent), transparent), var(--paper);
    font: 1.0625rem/1.6 system-ui, "Segoe UI", sans-serif; }
  main { width: min(42rem, 100%); }
  svg { display: block; width: 100%; height: auto; }
  .path { fill: none; stroke: var(--accent); stroke-width: 2.5; stroke-linecap: round; stroke-dasharray: 3 9; animation: flow 1.2s linear infinite; }
  .node { fill: var(--card); stroke: var(--line); stroke-width: 2; }
  .here { stroke: var(--warm); }
  .sign { fill: none; stroke: var(--ink); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
  .name { fill: var(--soft); font-size: 14px; text-anchor: middle; }
  @keyframes flow { to { stroke-dashoffset: -24; } }
  @media (prefers-reduced-motion: reduce) { .path { animation: none; } }
  h1 { margin: 2rem 0 .5rem; font-size: clamp(1.75rem, 5vw, 2.5rem); line-height: 1.15; letter-spacing: -.02em; text-wrap: balance; }
  p { margin: 0; color: var(--soft); text-wrap: pretty; }
  dl { display: flex; flex-wrap: wrap; gap: 1px; margin: 2rem 0 0; overflow: hidden;
    background: var(--line); border: 1px solid var(--line); border-radius: 1rem; }
  dl div { flex: 1 1 12rem; padding: 1rem 1.25rem; background: var(--card); }
  dt { color: var(--soft); font-size: .875rem; }
  dd { margin: 0; font-variant-numeric: tabular-nums; font-weight: 600; }
</style>
</head>
<body>
<main>
  <svg viewBox="0 0 600 150" role="img" aria-label="Your browser, the relay, and this device, joined by one path">
    <path class="path" d="M96 62 C 160 10, 220 10, 264 56"/>
    <path class="path" d="M336 56 C 380 10, 440 10, 504 62"/>
    <circle class="node" cx="70" cy="76" r="34"/><circle class="node" cx="300" cy="76" r="40"/><circle class="node here" cx="530" cy="76" r="34"/>
    <path class="sign" d="M54 66h32v21H54zM54 72h32"/>
    <path class="sign" d="M284 70h32l-7-7M316 83h-32l7 7"/>
    <path class="sign" d="M515 62h30v20h-30zM524 92h12M530 82v10"/>
    <text class="name" x="70" y="134">you</text><text class="name" x="300" y="140">relay</text><text class="name" x="530" y="134">this device</text>
  </svg>
  <h1>You reached the demo device through Farport.</h1>
  <p>This page is served on a port that listens only inside the device. No port is open to the network:
     the agent dialled out, and your request came back along that path.</p>
  <dl>
    <div><dt>Time on the device</dt><dd>${time(now)}</dd></div>
    <div><dt>Running since</dt><dd>${time(startedAt)}</dd></div>
    <div><dt>Open ports</dt><dd>none</dd></div>
  </dl>
</main>
</body>
</html>
`
}
