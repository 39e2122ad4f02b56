// How many columns a text takes in a terminal: two for East Asian wide characters and emoji, none for what combines.

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

// Wide and fullwidth, by Unicode's East Asian Width.
const wide =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u
const emoji = /^\p{Emoji_Presentation}|\ufe0f/u
const invisible = /^[\p{Mark}\p{Format}]+$/u

export function displayWidth(text: string): number {
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment)
  return width
}

/** Followed by as many blanks as fill the width. */
export function padToWidth(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}

function graphemeWidth(grapheme: string): 0 | 1 | 2 {
  if (invisible.test(grapheme)) return 0
  return wide.test(grapheme) || emoji.test(grapheme) ? 2 : 1
}
