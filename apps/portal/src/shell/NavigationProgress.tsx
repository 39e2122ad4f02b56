// A thin line at the top while the next page is on its way.

import { useNavigation } from 'react-router'
import css from './NavigationProgress.module.css'

export function NavigationProgress() {
  const { state } = useNavigation()
  return state === 'loading' ? <div className={css['line']} aria-hidden /> : null
}
