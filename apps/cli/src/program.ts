// All commands, their options and their help.

import { Command } from 'commander'
import { register, up } from './commands/devices/agent-commands.ts'
import { connect, type ConnectOptions } from './commands/connections/connect.ts'
import { disconnect } from './commands/connections/disconnect.ts'
import { listConnections } from './commands/connections/list-connections.ts'
import { listDevices } from './commands/devices/list-devices.ts'
import { showStatus } from './commands/devices/status.ts'
import { signIn, signOut, type SignInOptions } from './commands/identity/sign-in.ts'
import { listServices } from './commands/services/list-services.ts'
import type { Context } from './context.ts'

const accessKeyHelp = `
Where nobody is signed in, an access key is used: FARPORT_ACCESS_KEY_ID and FARPORT_SECRET_ACCESS_KEY,
or those of a profile in ~/.farport/credentials (FARPORT_PROFILE, else DEFAULT), at FARPORT_SERVER_URL.`

const localAgentHelp = `
The connection is made by the agent of this machine, which the first connection starts in the background. It goes on
for those that were left open with --detach, and ends by itself half a minute after the last one has ended.`

/** `end` gets the exit code of commands that have one of their own. */
export function createProgram(context: Context, version: string, end: (exitCode: number) => void): Command {
  const program = new Command('farport')
    .description('Reach any port on any device you own, from anywhere.')
    .version(version)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(farport --help shows all commands)')
    .addHelpText('after', accessKeyHelp)

  const json = ['--json', 'print JSON'] as const
  const server = ['--server <url>', "the server's address"] as const

  program
    .command('signin')
    .description('sign in to a server, by a browser')
    .option(...server)
    .option('--password', 'sign in here, with your password, and without a browser')
    .option('--email <address>', 'your e-mail address (with --password)')
    .option('--password-stdin', 'read the password from standard input')
    .option(...json)
    .action((options: SignInOptions) => signIn(context, options))
  program
    .command('signout')
    .description('sign out, here and on the server')
    .action(() => signOut(context))
  program
    .command('register')
    .description('make this machine a device of yours')
    .argument('<code>', 'a registration code, from the portal')
    .option(...server)
    .action(async (code: string, options: { server?: string }) => end(await register(context, code, options)))
  program
    .command('up')
    .description('run the agent of this device')
    .option('--background', 'let it run on after this command')
    .action(async (options: { background?: true }) => end(await up(context, options)))
  program
    .command('status')
    .description('show who is signed in, and this device')
    .option(...json)
    .action(async (options: { json?: true }) => end(await showStatus(context, options)))

  const devices = program.command('devices').description('your devices')
  devices
    .command('list')
    .description('list them')
    .option('--name <part>', 'only those with this in their name, or in the name of a service')
    .option(...json)
    .action((options: { json?: true; name?: string }) => listDevices(context, options))

  const services = program.command('services').description('the services of your devices')
  services
    .command('list')
    .description('list them')
    .option('--device <device>', 'only those of the device with this name or id')
    .option(...json)
    .action((options: { json?: true; device?: string }) => listServices(context, options))

  program
    .command('connect')
    .description('open a connection to a service: a port of this machine that leads there')
    .argument('<service>', 'its id, its name, or device/service')
    .option('--detach', 'leave it open and come back at once')
    .option('--route <route>', 'adaptive (directly, else by relay), p2p (directly only) or proxy (by relay only)')
    .option('--port <port>', 'the port of this machine (else one of 33000 to 42999, each time the same)')
    .option('--bind <address>', 'the address of this machine (else 127.0.0.1)')
    .option(
      '--lan <who>',
      'share it in the local network: A, B or C for the /8, /16 or /24 network, an address, "anyone"',
    )
    .option('--explain', 'tell how it gets there, why not better, and how it fares')
    .option('--public', 'open a port of a relay instead, which needs no agent here')
    .option('--allow <address>', 'who may use a public one: an address, a range, or 0.0.0.0 for everybody')
    .option('--user <name>', 'the account to log in to, in the command for SSH')
    .option(...json)
    .addHelpText('after', localAgentHelp)
    .action((service: string, options: ConnectOptions) => connect(context, service, options))
  program
    .command('connections')
    .description('list what is open')
    .option('--explain', 'tell of each how it gets there, why not better, and how it fares')
    .option(...json)
    .action((options: { json?: true; explain?: true }) => listConnections(context, options))
  program
    .command('disconnect')
    .description('close the connections to a service, or one connection')
    .argument('<service|connection>', 'a service as for connect, or the id of a connection')
    .option(...json)
    .action((word: string, options: { json?: true }) => disconnect(context, word, options))
  return program
}
