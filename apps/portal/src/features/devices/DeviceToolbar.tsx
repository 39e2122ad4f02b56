// Above the device list: which states, in which order.

import { SegmentedControl, Select } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import type { MessageKey } from '../../i18n/messages.ts'
import { sorts, stateFilters, type DeviceFilter, type DeviceSort, type StateFilter } from './device-list.ts'
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
      <Select
        size="xs"
        w={170}
        aria-label={t('devices.sort')}
        value={filter.sort}
        allowDeselect={false}
        checkIconPosition="right"
        data={sorts.map((value) => ({ value, label: t(sortText[value]) }))}
        onChange={(value) => onChange({ sort: sorts.find((sort) => sort === value) ?? 'state,name' })}
      />
      {count !== undefined && <span className={css['count']}>{count}</span>}
    </div>
  )
}
