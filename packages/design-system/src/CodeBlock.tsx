// A command or text to copy, in a monospaced box that wraps.

import { CopyButton } from './CopyButton.tsx'
import css from './CodeBlock.module.css'

export function CodeBlock({ code, copyLabel, prompt }: { code: string; copyLabel: string; prompt?: string }) {
  return (
    <div className={css['block']}>
      <pre className={css['code']}>
        {prompt !== undefined && (
          <span className={css['prompt']} aria-hidden>
            {prompt}{' '}
          </span>
        )}
        <code>{code}</code>
      </pre>
      <CopyButton value={code} label={copyLabel} look="button" />
    </div>
  )
}
