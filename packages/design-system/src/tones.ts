// The few meanings that colour carries.

export type Tone = 'brand' | 'success' | 'warning' | 'danger' | 'neutral'

export const toneColour: Readonly<Record<Tone, string>> = {
  brand: 'brand',
  success: 'success',
  warning: 'warning',
  danger: 'danger',
  neutral: 'gray',
}
