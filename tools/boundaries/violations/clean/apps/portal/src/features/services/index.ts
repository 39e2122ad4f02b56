import { devicePage } from '#features/devices'

export const servicePage = devicePage
