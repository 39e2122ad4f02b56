// A code that came by mail or phone, or stands in an app: large, and offered by browsers that know it.

import { TextInput } from '@farport/design-system'
import css from './CodeInput.module.css'

interface CodeInputProps {
  label: string
  value: string
  error?: string | false | undefined
  description?: string
  autoFocus?: boolean
  /** `digits` brings up the number keys of a phone. */
  kind?: 'digits' | 'text'
  autoComplete?: string
  onChange: (code: string) => void
}

export function CodeInput({ kind = 'digits', autoComplete = 'one-time-code', onChange, ...rest }: CodeInputProps) {
  return (
    <TextInput
      {...rest}
      name="code"
      inputMode={kind === 'digits' ? 'numeric' : 'text'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      errorProps={{ role: 'alert' }}
      maxLength={100}
      classNames={{ input: css['input'] ?? '' }}
      data-kind={kind}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
