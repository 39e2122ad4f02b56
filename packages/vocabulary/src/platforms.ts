// What a device runs on, and what a session is begun from: two tables with ids of their own.

export interface Platform {
  readonly id: number
  readonly name: string
}

/** No platform, or one that this table does not know. */
export const unknownPlatform = 65_535
export const linuxPlatform = 769

export const devicePlatforms: readonly Platform[] = [
  { id: 0, name: 'Windows' },
  { id: 5, name: 'Windows Desktop' },
  { id: 10, name: 'Windows Server' },
  { id: 256, name: 'Mac' },
  { id: 769, name: 'Linux' },
  { id: 1063, name: 'Amnimo' },
  { id: 1072, name: 'Raspberry Pi' },
  { id: 1075, name: 'Farport Pi' },
  { id: 1076, name: 'Farport Pi Lite' },
  { id: 1077, name: 'Farport Pi 64' },
  { id: 1120, name: 'Debian/Ubuntu Desktop' },
  { id: 1121, name: 'RedHat' },
  { id: 1122, name: 'Alpine' },
  { id: 1185, name: 'AWS' },
  { id: 1186, name: 'Azure' },
  { id: 1187, name: 'Google Cloud' },
  { id: 1200, name: 'Linux ARM' },
  { id: 1201, name: 'NVIDIA Jetson' },
  { id: 1205, name: 'OpenWrt' },
  { id: 1206, name: 'Advantech' },
  { id: 1209, name: 'AXIS' },
  { id: 1210, name: 'Synology' },
  { id: 1213, name: 'Android' },
  { id: 1214, name: 'iPhone' },
  { id: 1215, name: 'Tinker Board' },
  { id: 1216, name: 'Firewalla' },
  { id: 1217, name: 'Arm AVH' },
  { id: 1218, name: 'Ubiquiti' },
  { id: 1219, name: 'Docker' },
  { id: 1220, name: 'Docker Extension' },
  { id: 1221, name: 'Docker Jumpbox' },
  { id: 1223, name: 'Embedded Works' },
  { id: 1224, name: 'Cachengo' },
  { id: 1225, name: 'IDY' },
  { id: 1226, name: 'Liverock' },
  { id: 1227, name: 'Rent-A-Node' },
  { id: 1228, name: 'TOA' },
  { id: 1281, name: 'Teltonika' },
  { id: unknownPlatform, name: 'Unknown' },
]

export const initiatorPlatforms: readonly Platform[] = [
  { id: 0, name: 'Generic' },
  { id: 1, name: 'Windows Desktop' },
  { id: 2, name: 'Windows' },
  { id: 3, name: 'Mac Desktop' },
  { id: 4, name: 'Mac' },
  { id: 5, name: 'Web' },
  { id: 6, name: 'Linux Desktop' },
  { id: 7, name: 'Linux' },
  { id: 8, name: 'Generic' },
  { id: 9, name: 'Phone' },
  { id: 10, name: 'iPhone' },
  { id: 11, name: 'iPad' },
  { id: 12, name: 'iTouch' },
  { id: 13, name: 'Java Linux' },
  { id: 14, name: 'Android' },
  { id: 15, name: 'Java Windows' },
  { id: 16, name: 'Java Mac' },
  { id: 17, name: 'Unknown' },
  { id: 18, name: 'BSD' },
]

/** A session through a proxy port is begun from the web. */
export const webInitiator = 5
/** An agent that does not say what it runs on. */
export const unknownInitiator = 17

/** The manufacturer code of an initiator that nobody knows: "Anonymous" or "Service Key". */
export const anonymousManufacturer = 34_560

export const devicePlatformOf = (id: number): Platform =>
  devicePlatformById.get(id) ?? { id: unknownPlatform, name: 'Unknown' }
export const initiatorPlatformOf = (id: number): Platform =>
  initiatorPlatformById.get(id) ?? { id: 17, name: 'Unknown' }
export const isDevicePlatform = (id: number): boolean => devicePlatformById.has(id)

const devicePlatformById = new Map(devicePlatforms.map((platform) => [platform.id, platform]))
const initiatorPlatformById = new Map(initiatorPlatforms.map((platform) => [platform.id, platform]))
