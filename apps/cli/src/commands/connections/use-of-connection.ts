// How a person uses an open connection: the command to copy, and who may come.

const ssh = 28

interface Place {
  application: number
  host: string
  port: number
  url: string | null
  user: string | undefined
}

/** With its heading; undefined for services that have no command of their own. */
export function commandFor({
  application,
  host,
  port,
  url,
  user,
}: Place): [heading: string, command: string] | undefined {
  if (application === ssh) return ['Log in', `ssh -p ${port} ${user === undefined ? '' : `${user}@`}${host}`]
  return url === null ? undefined : ['Open', url]
}

export function allowedText(hostIP: string): string {
  if (hostIP === '255.255.255.255') return 'the first address that uses it'
  return hostIP === '0.0.0.0' ? 'everybody who finds it' : hostIP
}
