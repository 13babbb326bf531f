import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AssistanceDrawing } from './assistance-drawing.tsx'

const names = [
  'Orientación médica por teléfono',
  'Apoyo psicológico',
  'Cerrajero y plomero de emergencia',
  'Asesoría legal',
  'Asistencia vial',
  'Descuentos en tu despensa',
]

const draw = (name: string) => render(<AssistanceDrawing name={name} />).container.innerHTML

test('draws each kind of assistance differently, hidden from screen readers and in at most 2 kB', () => {
  const drawings = names.map(draw)
  expect(new Set(drawings).size).toBe(names.length)
  for (const drawing of drawings) {
    expect(drawing).toContain('aria-hidden="true"')
    expect(drawing.length).toBeLessThanOrEqual(2000)
  }
})

test('draws a heart for a name without a known word', () => {
  expect(draw('Descuentos en tu despensa')).toBe(draw('Otra cosa'))
})
