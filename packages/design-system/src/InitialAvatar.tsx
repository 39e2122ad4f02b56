// A person, by the first letter of their name or address.

import css from './InitialAvatar.module.css'

export function InitialAvatar({ name, size = 30 }: { name: string; size?: number }) {
  return (
    <span
      className={css['avatar']}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.43) }}
      aria-hidden
    >
      {name.slice(0, 1)}
    </span>
  )
}
