import {
  Anchor,
  Button,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  Input,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

/** All colours. Other files use the CSS variables below or Mantine's. */
export const tokens = {
  light: {
    paper: '#FAF8F4',
    card: '#FFFFFF',
    sunk: '#F4F1EB',
    ink: '#1D2426',
    'ink-2': '#5B6669',
    line: '#E4DFD6',
    'field-line': '#CFC9BE',
    jade: '#0B6E5F',
    'jade-soft': '#E2F1EE',
    'jade-soft-hover': '#D3E9E4',
    'jade-mid': '#A3D9CE',
    'on-jade': '#FFFFFF',
    slab: '#0B6E5F',
    'on-slab': '#FFFFFF',
    marigold: '#E8A317',
    'marigold-soft': '#FBF0D9',
    accepted: '#1E8E4E',
    pending: '#D9730D',
    rejected: '#C8372D',
    'rejected-soft': '#FBEBE8',
    error: '#B02A21',
    veil: 'rgb(29 36 38 / 45%)',
    shadow: '0 1px 2px rgb(29 36 38 / 6%), 0 8px 24px rgb(29 36 38 / 10%)',
  },
  dark: {
    paper: '#14181A',
    card: '#1C2225',
    sunk: '#111517',
    ink: '#ECEFEE',
    'ink-2': '#9AA6A8',
    line: '#2E373A',
    'field-line': '#6B797C',
    jade: '#3FB8A3',
    'jade-soft': '#1D3533',
    'jade-soft-hover': '#24423F',
    'jade-mid': '#1F6F64',
    'on-jade': '#10201E',
    slab: '#053730',
    'on-slab': '#ECEFEE',
    marigold: '#F2BC4B',
    'marigold-soft': '#3A3220',
    accepted: '#4CBF7F',
    pending: '#F09A4A',
    rejected: '#F0766B',
    'rejected-soft': '#3A2523',
    error: '#FF9B90',
    veil: 'rgb(0 0 0 / 60%)',
    shadow: '0 1px 2px rgb(0 0 0 / 30%), 0 8px 24px rgb(0 0 0 / 40%)',
  },
} as const

const jade: MantineColorsTuple = [
  '#E9F6F3',
  '#CFEBE5',
  '#A3D9CE',
  '#71C7B6',
  '#3FB8A3',
  '#1F8F7D',
  '#0B6E5F',
  '#095D50',
  '#074A40',
  '#053730',
]

const gray: MantineColorsTuple = [
  '#FAF8F4',
  '#F4F1EB',
  '#EBE7DF',
  '#E4DFD6',
  '#CFC9BE',
  '#687274',
  '#5B6669',
  '#454F52',
  '#2E373A',
  '#1D2426',
]

const dark: MantineColorsTuple = [
  '#ECEFEE',
  '#C6CECD',
  '#9AA6A8',
  '#8B9799',
  '#2E373A',
  '#262E31',
  '#1C2225',
  '#14181A',
  '#0F1214',
  '#0A0D0E',
]

const red: MantineColorsTuple = [
  '#FBEBE8',
  '#F6D5D0',
  '#EDADA5',
  '#E58378',
  '#F0766B',
  '#D6483D',
  '#C8372D',
  '#B02A21',
  '#8F2019',
  '#6E1812',
]

/** Sets the text colour on the accent, whose lightness differs between the schemes. */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  const isAccent =
    input.variant === 'filled' && (input.color ?? input.theme.primaryColor) === input.theme.primaryColor
  return isAccent ? { ...colors, color: 'var(--q-on-jade)' } : colors
}

export const theme = createTheme({
  variantColorResolver: variantColors,
  primaryColor: 'jade',
  primaryShade: { light: 6, dark: 4 },
  colors: { jade, gray, dark, red },
  white: tokens.light.card,
  black: tokens.light.ink,
  autoContrast: true,
  luminanceThreshold: 0.3,
  fontFamily: "'Figtree Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'Figtree Variable', system-ui, sans-serif",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  lineHeights: { xs: '1.5', sm: '1.5', md: '1.5', lg: '1.35', xl: '1.15' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.15' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.5' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.625rem', lg: '1rem', xl: '2rem' },
  defaultRadius: 'md',
  shadows: { xs: 'none', sm: 'none', md: 'var(--q-shadow)', lg: 'var(--q-shadow)', xl: 'var(--q-shadow)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Anchor: Anchor.extend({ defaultProps: { inherit: true } }),
    // `lg` is the worker app's size: 52 px high for touch, text at 16 px.
    Button: Button.extend({
      vars: (_theme, { size }) => ({
        root: size === 'lg' ? { '--button-height': '52px', '--button-fz': '1rem' } : {},
      }),
    }),
    Input: Input.extend({
      vars: (_theme, { size }) => ({
        wrapper: size === 'lg' ? { '--input-height': '52px', '--input-fz': '1rem' } : {},
      }),
    }),
    InputWrapper: Input.Wrapper.extend({
      // Mantine's asterisk is text within the label; base.css draws ours instead.
      defaultProps: { labelProps: { required: false } },
      classNames: (_theme, { withAsterisk, required }) =>
        (withAsterisk ?? required) ? { label: 'q-required' } : {},
      vars: (_theme, { size }) => ({
        label: size === 'lg' ? { '--input-label-size': '0.875rem' } : {},
        error: { '--input-error-size': '0.75rem' },
        description: size === 'lg' ? { '--input-description-size': '0.875rem' } : {},
        success: {},
      }),
      styles: { description: { lineHeight: 1.5 } },
    }),
  },
})

function prefixTokens(scheme: keyof typeof tokens): Record<string, string> {
  return Object.fromEntries(Object.entries(tokens[scheme]).map(([name, value]) => [`--q-${name}`, value]))
}

function buildScheme(name: keyof typeof tokens): Record<string, string> {
  const { ink, card, error, line } = tokens[name]
  return {
    ...prefixTokens(name),
    '--mantine-color-text': ink,
    '--mantine-color-body': card,
    '--mantine-color-error': error,
    '--mantine-color-dimmed': tokens[name]['ink-2'],
    '--mantine-color-default-border': line,
    '--mantine-color-anchor': tokens[name].jade,
    '--mantine-color-jade-light': tokens[name]['jade-soft'],
    '--mantine-color-jade-light-hover': tokens[name]['jade-soft-hover'],
    '--mantine-color-jade-light-color': tokens[name].jade,
    '--mantine-color-jade-outline': tokens[name].jade,
    '--mantine-color-jade-text': tokens[name].jade,
  }
}

/** Our CSS variables (`--q-*`) and the overridden Mantine ones, for both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--q-enter': '180ms ease-out', '--q-leave': '120ms ease-in' },
  light: buildScheme('light'),
  dark: { ...buildScheme('dark'), '--mantine-primary-color-filled-hover': jade[3] },
})
