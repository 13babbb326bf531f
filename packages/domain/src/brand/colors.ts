/** Colours of the installation, `#RRGGBB`, one for each scheme. */
export interface BrandColors {
  light: string
  dark: string
}
export type Scheme = keyof BrandColors

/** The product's own colours. */
export const DEFAULT_COLORS: BrandColors = { light: '#0B6E5F', dark: '#3FB8A3' }

/** The surfaces that links stand on, and the text of filled buttons. */
export const GROUNDS = {
  light: { paper: '#FAF8F4', card: '#FFFFFF', sunk: '#F4F1EB', on_button: '#FFFFFF' },
  dark: { paper: '#14181A', card: '#1C2225', sunk: '#111517', on_button: '#10201E' },
} as const

/** Least contrast of text (WCAG 2.2, 1.4.3, level AA). */
export const MIN_CONTRAST = 4.5

type Channels = [red: number, green: number, blue: number]

const channelsOf = (color: string): Channels => [
  Number.parseInt(color.slice(1, 3), 16),
  Number.parseInt(color.slice(3, 5), 16),
  Number.parseInt(color.slice(5, 7), 16),
]

const hexOf = (channels: Channels) =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`.toUpperCase()

/** Mixes two colours in sRGB; `share` is that of the second one, from 0 to 1. */
export function mixColors(from: string, to: string, share: number): string {
  const [first, second] = [channelsOf(from), channelsOf(to)]
  const mixed = first.map((channel, index) => channel + ((second[index] ?? channel) - channel) * share)
  return hexOf([mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0])
}

/** Relative luminance, from 0 to 1 (WCAG 2.2). */
function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const value = channel / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** Contrast of two colours, from 1 to 21 (WCAG 2.2). */
function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
}

/** The contrasts that a colour needs. */
export interface ColorContrasts {
  /** Of the text on a filled button of this colour. */
  button: number
  /** Of a link of this colour, on the surface where it is seen worst. */
  link: number
}

/** Measures a colour in a scheme. */
export function contrastsOf(color: string, scheme: Scheme): ColorContrasts {
  const { paper, card, sunk, on_button } = GROUNDS[scheme]
  return {
    button: contrast(color, on_button),
    link: Math.min(...[paper, card, sunk].map((ground) => contrast(color, ground))),
  }
}

/** True if text can be read on the colour and in it. */
export function isReadable(color: string, scheme: Scheme): boolean {
  const { button, link } = contrastsOf(color, scheme)
  return button >= MIN_CONTRAST && link >= MIN_CONTRAST
}

const steps = 255

/** The readable colour nearest to one that is not: darker in the light scheme, lighter in the dark one. */
export function nearestReadable(color: string, scheme: Scheme): string {
  const end = scheme === 'light' ? '#000000' : '#FFFFFF'
  for (let step = 0; step < steps; step += 1) {
    const mixed = mixColors(color, end, step / steps)
    if (isReadable(mixed, scheme)) return mixed
  }
  return end
}

/** A contrast as screens show it, `4.49 : 1`; rounded down, so that a failing one never reads 4.5. */
export const contrastText = (ratio: number) => `${(Math.floor(ratio * 100) / 100).toFixed(2)} : 1`

/** What is wrong with a colour in a scheme, in Spanish; undefined if nothing is. */
export function colorProblem(color: string, scheme: Scheme): string | undefined {
  const { button, link } = contrastsOf(color, scheme)
  const needed = `y necesita ${contrastText(MIN_CONTRAST)}`
  if (link < MIN_CONTRAST)
    return `Un enlace de este color tiene un contraste de ${contrastText(link)} ${needed}`
  if (button < MIN_CONTRAST)
    return `El texto sobre un botón de este color tiene un contraste de ${contrastText(button)} ${needed}`
  return undefined
}

/** What the screens paint with the colour of a scheme. */
export interface Palette {
  main: string
  /** A pale ground on which text of the main colour can be read. */
  soft: string
  soft_hover: string
  mid: string
  on_main: string
  /** A large ground with light text, in both schemes. */
  slab: string
}

/** The palest mix of the colour into the ground, from `share` down, on which the colour itself can be read. */
function paleGround(color: string, ground: string, share: number): string {
  for (let at = share; at > 0; at -= 0.01) {
    const mixed = mixColors(ground, color, at)
    if (contrast(color, mixed) >= MIN_CONTRAST) return mixed
  }
  return ground
}

/** Derives what the screens of a scheme paint from the two readable colours. */
export function paletteOf(colors: BrandColors, scheme: Scheme): Palette {
  const { card, on_button } = GROUNDS[scheme]
  const [main, isLight] = [colors[scheme], scheme === 'light']
  return {
    main,
    soft: paleGround(main, card, isLight ? 0.12 : 0.16),
    soft_hover: paleGround(main, card, isLight ? 0.18 : 0.24),
    mid: mixColors(card, main, isLight ? 0.37 : 0.5),
    on_main: on_button,
    slab: isLight ? main : mixColors(colors.light, '#000000', 0.5),
  }
}

/** Ten steps of the accent, from the palest to the darkest: 4 is the dark scheme's colour, 6 the light one's. */
export function stepsOf({ light, dark }: BrandColors) {
  const pale = (share: number) => mixColors('#FFFFFF', light, share)
  const deep = (share: number) => mixColors(light, '#000000', share)
  const hover = mixColors(dark, '#FFFFFF', 0.25)
  const between = mixColors(dark, light, 0.5)
  return [
    ...([pale(0.09), pale(0.2), pale(0.37), hover, dark] as const),
    ...([between, light, deep(0.15), deep(0.33), deep(0.5)] as const),
  ] as const
}

/** True for the product's own colours, whose palettes are drawn by hand. */
export const isDefaultColors = ({ light, dark }: BrandColors) =>
  light === DEFAULT_COLORS.light && dark === DEFAULT_COLORS.dark
