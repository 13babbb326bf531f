import { MantineProvider, NumberInput, PasswordInput, Radio, Select, TextInput } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { theme } from './theme.ts'
import { tokens } from './tokens.ts'

test('the label of a required field is its text alone; the asterisk is not in the text', () => {
  render(
    <MantineProvider theme={theme} env="test">
      <TextInput label="Nombre" withAsterisk />
      <NumberInput label="Sueldo" required />
      <PasswordInput label="Contraseña" withAsterisk />
      <Select label="Estado" required data={[]} />
      <Radio.Group label="Tipo" withAsterisk>
        <Radio label="Gerente" />
      </Radio.Group>
      <TextInput label="Sitio web" />
      <TextInput label="Ciudad" required withAsterisk={false} />
    </MantineProvider>,
  )
  const isMarked = (label: string) => screen.getByText(label).classList.contains('q-required')
  expect(['Nombre', 'Sueldo', 'Contraseña', 'Estado', 'Tipo'].map(isMarked)).toEqual(Array(5).fill(true))
  expect(['Sitio web', 'Ciudad', 'Gerente'].map(isMarked)).toEqual([false, false, false])
  for (const label of ['Nombre', 'Sueldo', 'Contraseña']) expect(screen.getByLabelText(label)).toBeVisible()
})

/** Relative luminance (WCAG 2.2) of a colour such as `#1C2225`. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

test.each(['light', 'dark'] as const)(
  'the text on the card of a loan or account is readable in %s',
  (scheme) => {
    const { slab, 'on-slab': text } = tokens[scheme]
    expect(contrastOf(slab, text)).toBeGreaterThanOrEqual(scheme === 'dark' ? 7 : 4.5)
  },
)

test.each(['light', 'dark'] as const)('the accent is readable on its pale grounds in %s', (scheme) => {
  const { jade, 'jade-soft': ground, 'jade-soft-hover': hovered } = tokens[scheme]
  for (const behind of [ground, hovered]) {
    expect(contrastOf(jade, behind)).toBeGreaterThanOrEqual(4.5)
  }
})

test.each(['card', 'paper'] as const)('in dark the border of a field has 3:1 against %s', (surface) => {
  const { 'field-line': line, [surface]: behind } = tokens.dark
  expect(contrastOf(line, behind)).toBeGreaterThanOrEqual(3)
})
