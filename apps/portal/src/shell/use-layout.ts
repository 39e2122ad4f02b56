// Which of the layouts fits the window.

import { layout, useMediaQuery } from '@farport/design-system'

export interface Layout {
  /** One panel with a bar at the bottom. */
  isPhone: boolean
  hasTwoPanels: boolean
  hasFixedSidebar: boolean
}

export function useLayout(): Layout {
  const options = { getInitialValueInEffect: false }
  return {
    isPhone: useMediaQuery(`(width < ${layout.phoneBelow}px)`, false, options),
    hasTwoPanels: useMediaQuery(`(width >= ${layout.twoPanelsFrom}px)`, true, options),
    hasFixedSidebar: useMediaQuery(`(width >= ${layout.sidebarFrom}px)`, true, options),
  }
}
