// A bar and a word that say how hard the password is to guess.

import { useTranslation } from 'react-i18next'
import css from './StrengthMeter.module.css'
import type { StrengthScore } from './use-password-strength.ts'

const words = ['veryWeak', 'weak', 'fair', 'good', 'strong'] as const
const segments = [1, 2, 3, 4] as const
const tones = ['danger', 'danger', 'warning', 'success', 'success'] as const
/** The value of the bar for one step of the score. */
const stepValue = 10

export function StrengthMeter({ score }: { score: StrengthScore | undefined }) {
  const { t } = useTranslation()
  const word = score === undefined ? '' : t(`identity.strength.${words[score]}`)
  return (
    <div className={css['meter']} data-tone={score === undefined ? undefined : tones[score]}>
      <div
        className={css['bar']}
        role="meter"
        aria-label={t('identity.passwordStrength')}
        aria-valuemin={0}
        aria-valuemax={4 * stepValue}
        aria-valuenow={(score ?? 0) * stepValue}
        aria-valuetext={word}
      >
        {segments.map((segment) => (
          <span key={segment} data-full={score !== undefined && Math.max(score, 1) >= segment ? '' : undefined} />
        ))}
      </div>
      <span className={css['word']} aria-live="polite">
        {word}
      </span>
    </div>
  )
}
