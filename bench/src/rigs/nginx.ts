// nginx, as a web service and as the peer: a reverse proxy that keeps its connections to the service.

import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generatePrivateKey } from '@farport/protocol'
import { acceptsConnections, createTempDir, eventually, freePort, startProgram } from '@farport/testkit'
import { createIdentity } from '@farport/transport'
import type { Rig } from '../processes.ts'

export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0

/** Answers every request with a page of this length. */
export const startNginxService = (pageBytes: number): Promise<Rig> =>
  startNginx('service', () => ({
    http: '',
    server: `location / { default_type text/plain; return 200 "${'x'.repeat(pageBytes)}"; }`,
  }))

/** One plain hop. */
export const startNginxProxy = (servicePort: number): Promise<Rig> =>
  startNginx('nginx', () => proxyTo(servicePort, 'http'))

/** What does the same as a link: a proxy that people reach, TLS to another one at the device, and the service behind it. */
export async function startNginxPair(servicePort: number): Promise<Rig> {
  const identity = await createIdentity(generatePrivateKey())
  const device = await startNginx('device', async (folder) => {
    await writeFile(join(folder, 'cert.pem'), identity.certificatePem)
    await writeFile(join(folder, 'key.pem'), identity.privateKeyPem)
    const { http, server } = proxyTo(servicePort, 'http')
    return { http, server: `ssl_certificate cert.pem; ssl_certificate_key key.pem; ${server}`, isSecure: true }
  })
  const relay = await startNginx('nginx ×2, TLS between', () => proxyTo(device.port, 'https'))
  return {
    ...relay,
    processIds: [...relay.processIds, ...device.processIds],
    async [Symbol.asyncDispose]() {
      await relay[Symbol.asyncDispose]()
      await device[Symbol.asyncDispose]()
    },
  }
}

interface Setup {
  readonly http: string
  readonly server: string
  readonly isSecure?: boolean
}

const proxyTo = (port: number, scheme: 'http' | 'https'): Setup => ({
  http: `upstream service { server 127.0.0.1:${port}; keepalive 128; keepalive_requests 1000000; }`,
  server: `location / {
      proxy_pass ${scheme}://service;
      proxy_http_version 1.1;
      proxy_ssl_protocols TLSv1.3;
      proxy_set_header Connection "";
      proxy_set_header Host service.local;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-Host $http_host;
    }`,
})

async function startNginx(name: string, setUp: (folder: string) => Setup | Promise<Setup>): Promise<Rig> {
  await using disposables = new AsyncDisposableStack()
  const folder = disposables.use(await createTempDir('nginx')).path
  const port = await freePort('127.0.0.1')
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configuration(folder, port, await setUp(folder)))
  const program = disposables.use(startProgram({ command: 'nginx', args: ['-p', folder, '-c', file, '-e', 'stderr'] }))
  await eventually(() => acceptsConnections(port), { what: `nginx listens: ${program.output}` })
  const owned = disposables.move()
  return { name, port, processIds: [program.pid], [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** As Debian sets it up, but for the number of requests that a connection may carry. */
const configuration = (folder: string, port: number, { http, server, isSecure }: Setup): string => `
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
  ${http}
  server { listen 127.0.0.1:${port} backlog=4096${isSecure === true ? ' ssl' : ''}; ssl_protocols TLSv1.3; ${server} }
}
`
