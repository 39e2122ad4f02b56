// The one theme: brand colours, radii, type and the defaults of every component.

import { createTheme, type MantineColorsTuple } from '@mantine/core'

// In every tuple the sixth colour is the pure one, for dots, lines and icons; the seventh carries white text (WCAG AA).
const brand: MantineColorsTuple = [
  '#e8f6ff',
  '#cdebfd',
  '#9bd6fb',
  '#62bff8',
  '#2ca8f2',
  '#0096e7',
  '#0077bb',
  '#00649e',
  '#004f7d',
  '#00385a',
]
const success: MantineColorsTuple = [
  '#f2fae3',
  '#e2f3c2',
  '#c8e68d',
  '#aad853',
  '#8ecb26',
  '#75bd00',
  '#4a7900',
  '#3d6500',
  '#2f4e00',
  '#203600',
]
const warning: MantineColorsTuple = [
  '#fff6e4',
  '#fdeac5',
  '#fad592',
  '#f6bd58',
  '#f1a932',
  '#ed9912',
  '#955800',
  '#7b4900',
  '#5f3800',
  '#422700',
]
const danger: MantineColorsTuple = [
  '#ffeeea',
  '#fed8d0',
  '#fbafa2',
  '#f58270',
  '#e65432',
  '#d6290a',
  '#c22406',
  '#a21e04',
  '#7f1803',
  '#591102',
]
const gray: MantineColorsTuple = [
  '#f8f9fb',
  '#f1f3f6',
  '#e6e9ee',
  '#d5dae1',
  '#b8c0cb',
  '#8e98a6',
  '#5f6977',
  '#464e59',
  '#2c323a',
  '#14171b',
]
const dark: MantineColorsTuple = [
  '#e8ebf0',
  '#c6ccd5',
  '#9ca5b2',
  '#727c8a',
  '#3b424c',
  '#2a3037',
  '#1e2228',
  '#15181c',
  '#0f1114',
  '#0a0c0e',
]

const sans = [
  'Inter Variable',
  'Inter',
  'system-ui',
  '-apple-system',
  'Segoe UI',
  'Roboto',
  'Helvetica Neue',
  'Hiragino Sans',
  'Hiragino Kaku Gothic ProN',
  'Yu Gothic UI',
  'Meiryo',
  'Noto Sans JP',
  'Noto Sans CJK JP',
  'sans-serif',
]
const mono = [
  'SFMono-Regular',
  'SF Mono',
  'JetBrains Mono',
  'Cascadia Mono',
  'Menlo',
  'Consolas',
  'DejaVu Sans Mono',
  'Liberation Mono',
  'ui-monospace',
  'monospace',
]

export const theme = createTheme({
  colors: { brand, success, warning, danger, gray, dark },
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 6 },
  white: '#ffffff',
  black: '#14171b',
  fontFamily: fontStack(sans),
  fontFamilyMonospace: fontStack(mono),
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontFamily: fontStack(sans),
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  radius: { xs: '4px', sm: '7px', md: '7px', lg: '14px', xl: '14px' },
  defaultRadius: 'md',
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: true, arrowSize: 6, multiline: true, maw: 280, fz: 'xs' } },
    Menu: { defaultProps: { shadow: 'md', radius: 'md', offset: 6 } },
    Modal: { defaultProps: { radius: 'lg', centered: true, overlayProps: { backgroundOpacity: 0.4, blur: 2 } } },
    InputWrapper: { styles: { label: { marginBottom: 4 }, description: { marginBottom: 4 } } },
    TextInput: { defaultProps: { size: 'sm' } },
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 30 } },
  },
})

/** Widths in px at which the layout changes, and the fixed sizes of the frame. */
export const layout = {
  phoneBelow: 500,
  twoPanelsFrom: 750,
  sidebarFrom: 1150,
  frameMax: 1800,
  sidebar: 250,
  organizationBar: 70,
  header: 45,
  panelMin: 250,
} as const

function fontStack(names: readonly string[]): string {
  return names.map((name) => (/^[a-z-]+$/i.test(name) ? name : `'${name}'`)).join(', ')
}
