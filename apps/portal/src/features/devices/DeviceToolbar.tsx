// Above the device list: which states, in which order.

import { NativeSelect, SegmentedControl } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import type { MessageKey } from '../../i18n/messages.ts'
import { parseSort, sorts, stateFilters, type DeviceFilter, type DeviceSort, type StateFilter } from './device-list.ts'
import css from './DeviceToolbar.module.css'

const stateText: Readonly<Record<StateFilter, MessageKey>> = {
  all: 'devices.filterAll',
  active: 'devices.filterOnline',
  inactive: 'devices.filterOffline',
}

const sortText: Readonly<Record<DeviceSort, MessageKey>> = {
  'state,name': 'devices.sortState',
  name: 'devices.sortName',
  '-created': 'devices.sortNewest',
  '-lastReported': 'devices.sortSeen',
}

interface DeviceToolbarProps {
  filter: DeviceFilter
  count: string | undefined
  onChange: (change: Partial<DeviceFilter>) => void
}

export function DeviceToolbar({ filter, count, onChange }: DeviceToolbarProps) {
  const { t } = useTranslation()
  return (
    <div className={css['toolbar']}>
      <SegmentedControl
        size="xs"
        aria-label={t('devices.stateFilter')}
        value={filter.state}
        data={stateFilters.map((value) => ({ value, label: t(stateText[value]) }))}
        onChange={(state) => onChange({ state })}
      />
      <NativeSelect
        size="xs"
        w={170}
        aria-label={t('devices.sort')}
        value={filter.sort}
        data={sorts.map((value) => ({ value, label: t(sortText[value]) }))}
        onChange={(event) => onChange({ sort: parseSort(event.currentTarget.value) })}
      />
      {count !== undefined && <span className={css['count']}>{count}</span>}
    </div>
  )
}
