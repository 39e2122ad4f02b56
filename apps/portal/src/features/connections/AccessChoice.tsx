// Who may use the port that a connection opens.

import { Radio, Stack, TextInput } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { hostIpOf, type AccessKind, type AccessRule } from './access-rule.ts'

const kinds = [
  { kind: 'latch', label: 'connections.latch', hint: 'connections.latchHint' },
  { kind: 'one', label: 'connections.single', hint: 'connections.singleHint' },
  { kind: 'anyone', label: 'connections.anyone', hint: 'connections.anyoneHint' },
] as const

export function AccessChoice({ rule, onChange }: { rule: AccessRule; onChange: (rule: AccessRule) => void }) {
  const { t } = useTranslation()
  const isAddressWrong = rule.kind === 'one' && rule.address.trim() !== '' && hostIpOf(rule) === undefined
  return (
    <Radio.Group
      aria-label={t('connections.access')}
      value={rule.kind}
      onChange={(value) => onChange({ ...rule, kind: parseKind(value) })}
    >
      <Stack gap="sm">
        {kinds.map(({ kind, label, hint }) => (
          <div key={kind}>
            <Radio value={kind} label={t(label)} description={t(hint)} />
            {kind === 'one' && rule.kind === 'one' && (
              <TextInput
                mt="xs"
                ml={30}
                maw={280}
                aria-label={t('connections.singleLabel')}
                placeholder="203.0.113.7"
                value={rule.address}
                error={isAddressWrong && t('connections.singleInvalid')}
                autoFocus
                onChange={(event) => onChange({ ...rule, address: event.currentTarget.value })}
              />
            )}
          </div>
        ))}
      </Stack>
    </Radio.Group>
  )
}

function parseKind(value: string): AccessKind {
  return kinds.find(({ kind }) => kind === value)?.kind ?? 'latch'
}
