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
import {
  type BrandColors,
  isDefaultColors,
  paletteOf,
  type Scheme,
  stepsOf,
} from '@quincena/domain/brand/colors'
import { brandOfPage } from '../lib/brand.ts'
import { tokens } from './tokens.ts'

const productJade: MantineColorsTuple = [
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

type Tokens = Record<keyof (typeof tokens)['light'], string>

/** The tokens of a scheme with the lender's colours in place of the product's. */
function tokensOf(colors: BrandColors, scheme: Scheme): Tokens {
  if (isDefaultColors(colors)) return tokens[scheme]
  const { main, soft, soft_hover, mid, on_main, slab } = paletteOf(colors, scheme)
  return {
    ...tokens[scheme],
    ...{
      jade: main,
      'jade-soft': soft,
      'jade-soft-hover': soft_hover,
      'jade-mid': mid,
      'on-jade': on_main,
      slab,
    },
  }
}

const pageColors = brandOfPage().colors
const jade: MantineColorsTuple = isDefaultColors(pageColors) ? productJade : stepsOf(pageColors)
const pageTokens = { light: tokensOf(pageColors, 'light'), dark: tokensOf(pageColors, 'dark') }

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
  return Object.fromEntries(Object.entries(pageTokens[scheme]).map(([name, value]) => [`--q-${name}`, value]))
}

function buildScheme(name: keyof typeof tokens): Record<string, string> {
  const { ink, card, error, line } = pageTokens[name]
  return {
    ...prefixTokens(name),
    '--mantine-color-text': ink,
    '--mantine-color-body': card,
    '--mantine-color-error': error,
    '--mantine-color-dimmed': pageTokens[name]['ink-2'],
    '--mantine-color-default-border': line,
    '--mantine-color-anchor': pageTokens[name].jade,
    '--mantine-color-jade-light': pageTokens[name]['jade-soft'],
    '--mantine-color-jade-light-hover': pageTokens[name]['jade-soft-hover'],
    '--mantine-color-jade-light-color': pageTokens[name].jade,
    '--mantine-color-jade-outline': pageTokens[name].jade,
    '--mantine-color-jade-text': pageTokens[name].jade,
  }
}

/** Our CSS variables (`--q-*`) and the overridden Mantine ones, for both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--q-enter': '180ms ease-out', '--q-leave': '120ms ease-in' },
  light: buildScheme('light'),
  dark: { ...buildScheme('dark'), '--mantine-primary-color-filled-hover': jade[3] },
})
