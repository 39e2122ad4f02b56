import { describe, expect, it } from 'vitest'
import { en } from './en.ts'
import { ja } from './ja.ts'

/** Every text under its full key. A plural has a key for each form. */
function flat(shape: object, prefix = ''): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [name, value] of Object.entries(shape) as [string, string | object][]) {
    if (typeof value === 'string') texts.set(prefix + name, value)
    else for (const [key, text] of flat(value, `${prefix}${name}.`)) texts.set(key, text)
  }
  return texts
}

const stemOf = (key: string) => key.replace(/_(one|other)$/, '')
const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}|\{\w+\}|<\w+>/g))].toSorted()

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!../**/messages.{en,ja}.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const code = Object.values(sources).join('\n')

describe('the texts', () => {
  const english = flat(en)
  const japanese = flat(ja)

  it('are the same in every language', () => {
    const stems = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(stemOf))].toSorted()
    expect(stems(japanese)).toEqual(stems(english))
  })

  it('have the placeholders of the English text', () => {
    const differing = [...japanese].filter(([key, text]) => {
      const original = english.get(key) ?? english.get(`${stemOf(key)}_other`) ?? ''
      return placeholders(text).join() !== placeholders(original).join()
    })
    expect(differing).toEqual([])
  })

  it('are none of them empty, and none left in English', () => {
    const names = /^(Linux|LAN|TCP|UDP|Raspberry Pi|user|Webhook|GraphQL: .*|[^a-z]*\{\{\w+\}\}[^a-z]*)$/i
    const odd = [...japanese].filter(([key, text]) => text === '' || (text === english.get(key) && !names.test(text)))
    expect(odd).toEqual([])
  })

  it('are all used', () => {
    const unused = [...new Set([...english.keys()].map(stemOf))].filter((key) => !isUsed(key))
    expect(unused).toEqual([])
  })

  /** As a whole key in quotes, or by a template that ends in a variable part: `logs.sentence.${name}`. */
  function isUsed(key: string): boolean {
    const parent = key.slice(0, key.lastIndexOf('.') + 1)
    const numbered = key.replace(/\d+$/, '')
    return (
      code.includes(`'${key}'`) ||
      code.includes(`"${key}"`) ||
      code.includes(`\`${parent}\${`) ||
      code.includes(`\`${numbered}\${`)
    )
  }
})
