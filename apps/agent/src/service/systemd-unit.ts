// The agent as a service of systemd. Pure. `deploy/systemd` has the same unit, for an agent in /opt/farport.

export interface UnitPaths {
  /** The Node that runs the agent. */
  readonly node: string
  /** The agent's own module. */
  readonly program: string
}

export const unitName = 'farport-agent.service'
export const unitPath = `/etc/systemd/system/${unitName}`
/** Made and owned by systemd. What root registered there before is handed to the service's user. */
export const serviceStateDir = '/var/lib/farport'

export function renderUnit(paths: UnitPaths): string {
  return `# The agent as a service. "farport-agent install-service" writes it with the paths of its machine.
[Unit]
Description=Farport agent: makes this machine reachable through its relay
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=${quoted(paths.node)} ${quoted(paths.program)} run
Environment=FARPORT_STATE_DIR=${serviceStateDir}
Restart=always
RestartSec=2
# A device that was deleted, or never registered, is not started again and again.
RestartPreventExitStatus=2 3 4

# A user of its own, who owns nothing but the state.
DynamicUser=yes
StateDirectory=farport
StateDirectoryMode=0700
UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
# No MemoryDenyWriteExecute: the JIT of Node writes code.
LimitNOFILE=65536

[Install]
WantedBy=multi-user.target
`
}

/** As systemd reads words in ExecStart: quotes and backslashes escaped, and neither % nor $ taken for more than itself. */
function quoted(path: string): string {
  const escaped = path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')
  return `"${escaped}"`
}
