// What a device asks for to become one of ours: the script, and what the script downloads.

import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Downloads } from './downloads.ts'
import { installScript, refusalScript } from './install-script.ts'
import { serverAddressFor } from './server-address.ts'

export interface InstallOptions {
  publicUrl: string
  /** The text of install.sh. */
  template: string
  downloads: Downloads
  /** The code in its one form while it enrols devices, else undefined. */
  openCode: (text: string) => Promise<string | undefined>
}

const codeRefused =
  'This registration code is unknown, used up or expired. In the portal, choose "Add device" and copy the new command.'

export function addInstallRoutes(app: FastifyInstance, options: InstallOptions): void {
  const { publicUrl, template, downloads, openCode } = options

  app.get<{ Params: { code: string } }>('/install/:code', async ({ params, headers }, reply) => {
    const code = await openCode(params.code)
    if (code === undefined) return sendScript(reply, refusalScript(codeRefused))
    const [agent, node] = await Promise.all([downloads.agent(), downloads.node()])
    const script = installScript(template, {
      serverUrl: serverAddressFor(publicUrl, headers.host),
      code,
      agentSha256: agent.sha256,
      nodePlatform: node?.platform ?? '',
      nodeSha256: node?.sha256 ?? '',
    })
    return sendScript(reply, script)
  })

  app.get('/install/agent.mjs', async (_request, reply) => {
    const { bytes } = await downloads.agent()
    return reply.type('text/javascript; charset=utf-8').send(bytes)
  })

  app.get<{ Params: { platform: string } }>('/install/node/:platform', async ({ params }, reply) => {
    const node = await downloads.node()
    if (node === undefined || params.platform !== node.platform) {
      return reply.code(404).type('text/plain; charset=utf-8').send('There is no Node.js for that platform here.\n')
    }
    return reply.type('application/octet-stream').header('content-length', node.byteCount).send(node.open())
  })
}

/** Never kept on the way: it holds a code, and what it says changes. */
function sendScript(reply: FastifyReply, script: string): FastifyReply {
  return reply.type('text/x-shellscript; charset=utf-8').header('cache-control', 'no-store').send(script)
}
