// The mark of each kind of service.

import { applicationTypeOf } from '@farport/vocabulary'
import {
  IconBrandDocker,
  IconBrowser,
  IconCloud,
  IconDatabase,
  IconDeviceDesktop,
  IconDeviceGamepad2,
  IconFolder,
  IconLock,
  IconPlug,
  IconRoute,
  IconShieldLock,
  IconTerminal2,
  IconVideo,
  type Icon,
} from '@tabler/icons-react'

const iconByType: Readonly<Record<number, Icon>> = {
  4: IconDeviceDesktop,
  5: IconDeviceDesktop,
  7: IconBrowser,
  8: IconLock,
  10: IconLock,
  28: IconTerminal2,
  30: IconBrowser,
  33: IconLock,
  34: IconFolder,
  37: IconVideo,
  38: IconCloud,
  39: IconShieldLock,
  41: IconDeviceGamepad2,
  42: IconBrowser,
  43: IconDeviceGamepad2,
  44: IconDatabase,
  45: IconDatabase,
  46: IconDatabase,
  47: IconBrandDocker,
  48: IconDeviceDesktop,
  49: IconRoute,
  32770: IconShieldLock,
  32771: IconDeviceGamepad2,
  32772: IconShieldLock,
}

export function ServiceTypeIcon({ application, size = 18 }: { application: number; size?: number }) {
  const TypeIcon = iconByType[application] ?? IconPlug
  return <TypeIcon size={size} stroke={1.7} aria-label={applicationTypeOf(application).name} />
}
