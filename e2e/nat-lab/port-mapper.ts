// What lets machines inside a home open ports of its router: miniupnpd, as many routers have it.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { commandIn, type Namespace } from './namespaces.ts'

/** What the router understands. */
export type PortMapper = 'pcp' | 'upnp'

/** `folder`: for its settings. */
export async function startPortMapper(router: Namespace, speaks: PortMapper, folder: string): Promise<AsyncDisposable> {
  const rules = `${folder}/${router.name}-ports.nft`
  const settings = `${folder}/${router.name}-ports.conf`
  await writeFile(rules, portRules)
  await router.run(`nft -f ${rules}`)
  await writeFile(
    settings,
    [
      'ext_ifname=wan',
      'listening_ip=lan',
      'port=5000',
      `enable_natpmp=${speaks === 'pcp' ? 'yes' : 'no'}`,
      `enable_upnp=${speaks === 'upnp' ? 'yes' : 'no'}`,
      'secure_mode=yes',
      'upnp_table_name=ports',
      'upnp_nat_table_name=ports',
      'upnp_forward_chain=opened',
      'upnp_nat_chain=opened_before',
      'upnp_nat_postrouting_chain=opened_after',
      'uuid=fc4ec57e-b051-11db-88f8-0060085db3f6',
      'allow 1024-65535 0.0.0.0/0 1024-65535',
      '',
    ].join('\n'),
  )
  const pidFile = `${folder}/${router.name}.pid`
  const started = commandIn(router, 'miniupnpd', ['-d', '-f', settings, '-P', pidFile])
  const daemon = spawn(started.command, started.args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(daemon, 'exit')
  let output = ''
  const isUp = new Promise<void>((resolve) => {
    const onOutput = (bytes: Buffer): void => {
      output += bytes.toString()
      if (/listening on|Listening/.test(output)) resolve()
    }
    daemon.stdout.on('data', onOutput)
    daemon.stderr.on('data', onOutput)
  })
  const failed = exited.then(() => {
    throw new Error(`miniupnpd ended at once: ${output}`)
  })
  await Promise.race([isUp, failed])
  return {
    async [Symbol.asyncDispose]() {
      failed.catch(() => undefined) // it is asked to end
      daemon.kill('SIGTERM')
      await exited
    },
  }
}

const portRules = `
  table inet ports {
    chain forward {
      type filter hook forward priority filter
      jump opened
    }
    chain prerouting {
      type nat hook prerouting priority dstnat - 1
      jump opened_before
    }
    chain postrouting {
      type nat hook postrouting priority srcnat - 1
      jump opened_after
    }
    chain opened {
    }
    chain opened_before {
    }
    chain opened_after {
    }
  }`
