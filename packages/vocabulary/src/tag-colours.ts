// The colours of tags. 0 means none: the tag inherits what surrounds it.

export interface TagColour {
  readonly id: number
  readonly name: string
  readonly hex: string
}

export const tagColours: readonly TagColour[] = [
  { id: 1, name: 'Gray', hex: '#797c86' },
  { id: 2, name: 'Red', hex: '#e65b4c' },
  { id: 3, name: 'Orange', hex: '#ef922e' },
  { id: 4, name: 'Yellow', hex: '#f5cc17' },
  { id: 5, name: 'Lime', hex: '#bbd40f' },
  { id: 6, name: 'Green', hex: '#61c951' },
  { id: 7, name: 'Teal', hex: '#31c49e' },
  { id: 8, name: 'Sky', hex: '#4ab8f4' },
  { id: 9, name: 'Blue', hex: '#6193fe' },
  { id: 10, name: 'Violet', hex: '#6f54cc' },
  { id: 11, name: 'Purple', hex: '#8f4eba' },
  { id: 12, name: 'Berry', hex: '#c236ab' },
  { id: 13, name: 'Pink', hex: '#e13f88' },
]
