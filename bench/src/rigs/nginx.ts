// nginx, as a web service and as the peer: a reverse proxy that keeps its connections to the service.

import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { acceptsConnections, createTempDir, eventually, freePort, startProgram } from '@farport/testkit'
import type { Rig } from '../processes.ts'

export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0

/** Answers every request with a page of this length. */
export const startNginxService = (pageBytes: number): Promise<Rig> =>
  startNginx('service', '', `location / { default_type text/plain; return 200 "${'x'.repeat(pageBytes)}"; }`)

export const startNginxProxy = (servicePort: number): Promise<Rig> =>
  startNginx(
    'nginx',
    `upstream service { server 127.0.0.1:${servicePort}; keepalive 128; keepalive_requests 1000000; }`,
    `location / {
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host service.local;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-Host $http_host;
    }`,
  )

async function startNginx(name: string, upstream: string, location: string): Promise<Rig> {
  await using disposables = new AsyncDisposableStack()
  const folder = disposables.use(await createTempDir('nginx')).path
  const port = await freePort('127.0.0.1')
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configuration(folder, port, upstream, location))
  const program = disposables.use(startProgram({ command: 'nginx', args: ['-p', folder, '-c', file, '-e', 'stderr'] }))
  await eventually(() => acceptsConnections(port), { what: `nginx listens: ${program.output}` })
  const owned = disposables.move()
  return { name, port, processIds: [program.pid], [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** As Debian sets it up, but for the number of requests that a connection may carry. */
const configuration = (folder: string, port: number, upstream: string, location: string): string => `
daemon off;
worker_processes auto;
pid ${folder}/nginx.pid;
events { worker_connections 4096; }
http {
  access_log off;
  tcp_nopush on;
  keepalive_requests 1000000;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${upstream}
  server { listen 127.0.0.1:${port} backlog=4096; ${location} }
}
`
