import { expect, test } from 'vitest'
import {
  colorProblem,
  contrastsOf,
  contrastText,
  DEFAULT_COLORS,
  isReadable,
  nearestReadable,
  paletteOf,
} from './colors.ts'

test.each(['light', 'dark'] as const)('the product’s own colour can be read in %s', (scheme) => {
  expect(isReadable(DEFAULT_COLORS[scheme], scheme)).toBe(true)
  expect(colorProblem(DEFAULT_COLORS[scheme], scheme)).toBeUndefined()
})

test.each([
  ['#F2BC4B', 'light', '#88692A'],
  ['#FFFFFF', 'light', undefined],
  ['#222222', 'dark', undefined],
  ['#0B6E5F', 'dark', undefined],
] as const)('%s in %s is refused, and the nearest readable colour passes', (color, scheme, nearest) => {
  expect(colorProblem(color, scheme)).toMatch(/contraste de \d+\.\d\d : 1 y necesita 4\.50 : 1$/)
  const better = nearestReadable(color, scheme)
  expect(isReadable(better, scheme)).toBe(true)
  if (nearest !== undefined) expect(better).toBe(nearest)
})

test('a contrast just below the limit never reads as the limit', () => {
  expect(contrastText(4.4999)).toBe('4.49 : 1')
  expect(contrastsOf('#000000', 'light').button).toBeCloseTo(21, 5)
})

test('every tone derived from two readable colours is a colour', () => {
  const colors = { light: nearestReadable('#FFC400', 'light'), dark: nearestReadable('#7A1FA2', 'dark') }
  for (const scheme of ['light', 'dark'] as const)
    for (const tone of Object.values(paletteOf(colors, scheme))) expect(tone).toMatch(/^#[0-9A-F]{6}$/)
})
