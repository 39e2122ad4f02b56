// Adding a device, by what it is. All three lead to the same command.

import { linuxPlatform } from '@farport/vocabulary'
import { AddLinuxPage } from './AddLinuxPage.tsx'

const raspberryPi = 1072

export const LinuxRoute = () => <AddLinuxPage title="devices.registerLinux" platform={linuxPlatform} />
export const RaspberryPiRoute = () => <AddLinuxPage title="devices.registerRaspberryPi" platform={raspberryPi} />
export const ThisSystemRoute = () => <AddLinuxPage title="devices.registerThisSystem" platform={linuxPlatform} />
