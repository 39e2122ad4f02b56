// A text that is edited where it stands: click, type, Enter saves, Escape takes it back.

import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from './DesignSystemProvider.tsx'
import css from './EditableText.module.css'

interface EditableTextProps {
  value: string
  /** What is edited, as in "Name". */
  label: string
  lengthMax: number
  /** May be saved empty. */
  isOptional?: boolean
  placeholder?: string
  /** A sentence when the text may not be saved. */
  validate?: (text: string) => string | undefined
  /** Why it may not be edited. */
  refusal?: string | null | undefined
  onSave: (text: string) => void
}

export function EditableText(props: EditableTextProps) {
  const texts = useTexts()
  const [draft, setDraft] = useState<string | undefined>(undefined)
  const [wasEdited, setWasEdited] = useState(false)
  const isRefused = props.refusal !== undefined && props.refusal !== null

  if (draft === undefined) {
    const hint = isRefused ? props.refusal : `${texts.edit}: ${props.label}`
    return (
      <Tooltip label={hint} disabled={hint === ''}>
        <button
          type="button"
          className={css['shown']}
          // Whoever has edited goes on from here.
          autoFocus={wasEdited}
          aria-disabled={isRefused || undefined}
          aria-label={`${props.label}: ${props.value === '' ? (props.placeholder ?? '') : props.value}. ${hint ?? ''}`}
          onClick={() => {
            if (isRefused) return
            setDraft(props.value)
            setWasEdited(true)
          }}
        >
          <span className={props.value === '' ? css['placeholder'] : undefined}>
            {props.value === '' ? props.placeholder : props.value}
          </span>
          {!isRefused && <IconPencil size={14} className={css['pencil']} aria-hidden />}
        </button>
      </Tooltip>
    )
  }

  const text = draft.trim()
  const problem = problemOf(text)
  const save = () => {
    if (problem !== undefined) return
    if (text !== props.value) props.onSave(text)
    setDraft(undefined)
  }

  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <TextInput
        className={css['input']}
        aria-label={props.label}
        value={draft}
        maxLength={props.lengthMax}
        error={problem}
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          setDraft(undefined)
        }}
      />
      <ActionIcon type="submit" color="brand" aria-label={texts.save} disabled={problem !== undefined} size={34}>
        <IconCheck size={17} />
      </ActionIcon>
      <ActionIcon aria-label={texts.cancel} size={34} onClick={() => setDraft(undefined)}>
        <IconX size={17} />
      </ActionIcon>
    </form>
  )

  function problemOf(candidate: string): string | undefined {
    if (candidate === '' && props.isOptional !== true) return texts.fieldRequired
    if (candidate.length > props.lengthMax) return texts.fieldTooLong.replace('{max}', String(props.lengthMax))
    return candidate === props.value ? undefined : props.validate?.(candidate)
  }
}
