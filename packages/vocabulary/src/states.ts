// The closed lists of states and kinds that the API, the portal and the agent name alike.

/** A device is active while a stream to it can be opened. A service also wants to be enabled. */
export const deviceStates = ['active', 'inactive'] as const
export type DeviceState = (typeof deviceStates)[number]

/** What a service looks like to the person who uses it, strongest first. */
export const serviceDisplayStates = [
  'offline',
  'starting',
  'disconnecting',
  'stopping',
  'connecting',
  'connected',
  'ready',
  'online',
] as const
export type ServiceDisplayState = (typeof serviceDisplayStates)[number]

export const permissions = ['VIEW', 'CONNECT', 'SCRIPTING', 'MANAGE', 'ADMIN'] as const
export type Permission = (typeof permissions)[number]

export const launchTypes = ['URL', 'TERMINAL', 'COMMAND', 'SCRIPT', 'NONE'] as const
export type LaunchType = (typeof launchTypes)[number]

/** Adaptive is shown for `failover`. */
export const routes = ['failover', 'p2p', 'proxy', 'public'] as const
export type Route = (typeof routes)[number]

export const licenseStates = [
  'UNKNOWN',
  'EVALUATION',
  'LICENSED',
  'UNLICENSED',
  'NON_COMMERCIAL',
  'LEGACY',
  'EXEMPT',
] as const
export type LicenseState = (typeof licenseStates)[number]

export const endpointQualities = ['UNKNOWN', 'POOR', 'MODERATE', 'GOOD'] as const
export type EndpointQuality = (typeof endpointQualities)[number]
