// Whether the ports that the person wants can be had, before anything is started.

import { accept, refuse, type Result } from '@farport/basics'
import type { Options } from './options.ts'
import { portState } from './ports.ts'

interface WantedPort {
  flag: '--port' | '--relay-port'
  port: number
  /** Undefined: all addresses of this machine. */
  host: string | undefined
}

/** The refusal is a sentence that names the option to change. */
export async function checkPorts(
  options: Pick<Options, 'port' | 'relayPort'>,
  environment: Record<string, string | undefined>,
): Promise<Result<void, string>> {
  const wanted: WantedPort[] = [{ flag: '--port', port: options.port, host: environment['FARPORT_HOST'] }]
  if (options.relayPort !== undefined) {
    wanted.push({ flag: '--relay-port', port: options.relayPort, host: environment['FARPORT_RELAY_BIND'] })
  }
  for (const { flag, port, host } of wanted) {
    switch (await portState(port, host || undefined)) {
      case 'taken':
        return refuse(
          `Port ${port} is taken by another program. Stop that one, or choose another: ${flag} ${another(port)}`,
        )
      case 'forbidden':
        return refuse(`Port ${port} may only be used by root. Choose one above 1023, for example ${flag} 8080`)
      case 'elsewhere':
        return refuse(
          `${host} is no address of this machine, so nothing can listen there. Correct FARPORT_HOST or FARPORT_RELAY_BIND.`,
        )
      case 'free':
    }
  }
  return accept(undefined)
}

const another = (port: number) => (port < 65_535 ? port + 1 : 8081)
