// A part of a page about one matter: its heading, a sentence about it, and what can be done.

import { useId, type ReactNode } from 'react'
import css from './Section.module.css'

interface SectionProps {
  title: string
  description?: ReactNode
  /** Beside the heading. */
  end?: ReactNode
  children?: ReactNode
}

export function Section({ title, description, end, children }: SectionProps) {
  const titleId = useId()
  return (
    <section className={css['section']} aria-labelledby={titleId}>
      <header className={css['head']}>
        <div className={css['words']}>
          <h2 id={titleId} className={css['title']}>
            {title}
          </h2>
          {description !== undefined && <p className={css['description']}>{description}</p>}
        </div>
        {end !== undefined && <div className={css['end']}>{end}</div>}
      </header>
      {children !== undefined && <div className={css['content']}>{children}</div>}
    </section>
  )
}
