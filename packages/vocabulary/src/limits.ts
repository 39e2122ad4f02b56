// Lengths, counts and times that server and clients hold alike.

export const limits = {
  nameLengthMax: 100,
  descriptionLengthMax: 1024,
  subdomainLengthMax: 62,
  roleNameLengthMax: 64,
  linkPasswordLengthMax: 49,
  hostLengthMax: 255,
  networkNameLengthMin: 2,
  claimCodeLength: 8,
  portMax: 65_535,
  servicesPerDeviceMax: 100,
  tagsPerAccountMax: 1000,
  /** Named in one call. */
  tagsPerCallMax: 100,
  devicesPerCallMax: 1000,
  networksPerAccountMax: 1000,
  servicesPerNetworkMax: 1000,
  /** In all networks of an account together; a service in two of them counts twice. */
  networkServicesPerAccountMax: 50_000,
  /** Of the attributes of one device, service or person, as JSON. */
  attributesBytesMax: 65_536,
  attributesDepthMax: 32,
  devicePageSize: 50,
  devicePageSizeMax: 1000,
  eventPageSize: 100,
  eventPageSizeMax: 1000,
  searchPageSize: 10,
  /** A device counts as newly registered while its first event is no older. */
  newDeviceMs: 60_000,
  /** How long "came online" and "went offline" are worth a badge. */
  recentChangeMs: 30 * 60_000,
} as const

/** The words for who may use a proxy port, as the API takes them. */
export const hostRule = {
  /** The first address that comes. */
  latch: '255.255.255.255',
  anyone: '0.0.0.0',
} as const

export const loopbackAddress = '127.0.0.1'

/** A connection by proxy ends when it has had no stream for so long, and at the latest when its life is over. */
export const proxyConnection = {
  idleTimeoutMs: 15 * 60_000,
  lifeMs: 8 * 60 * 60_000,
} as const

/** Where relays serve web links unless they are told otherwise: ports that need no privileges. */
export const linkPortsDefault = { http: 8081, https: 8444 } as const

/** What interface data is kept under in attributes. */
export const reservedAttribute = '$farport'
