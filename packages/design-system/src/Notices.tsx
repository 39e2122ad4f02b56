// The place of notices. Loaded a moment after the page: what is told until then waits.

import { Notifications } from '@mantine/notifications'

export function Notices() {
  return <Notifications position="bottom-center" limit={3} autoClose={6000} containerWidth={460} zIndex={400} />
}
