import { expect, test } from 'vitest'
import { findPlaceholders } from './placeholders.ts'

const placesIn = (text: string) =>
  findPlaceholders({ title: 'T', sections: [{ heading: 'H', paragraphs: [{ text: 'Uno.' }, { text }] }] })

test.each([
  'Artículo 80 (contratos): [Texto por transcribir]',
  'Artículo 80: [texto POR TRANSCRIBIR del DOF]',
  'Llama al [teléfono por publicar].',
  '[Texto]',
  '[Texto del artículo 80]',
])('finds what is still to be written in «%s»', (text) => {
  expect(placesIn(text)).toEqual([
    { place: 'sections.0.paragraphs.1', message: expect.stringMatching(/^Escribe el texto que falta/) },
  ])
})

test.each(['Por transcribir la ley, nada.', 'Lo que está por publicarse.', '[1] Nota.', '[x] Sí acepto'])(
  'leaves «%s» alone',
  (text) => {
    expect(placesIn(text)).toEqual([])
  },
)

test('names the title and the headings too, each placeholder once', () => {
  const paragraphs = [{ text: '[Texto por transcribir] y [Texto por transcribir]' }]
  const found = findPlaceholders({ title: '[Texto]', sections: [{ heading: '[Texto]', paragraphs }] })
  expect(found.map(({ place }) => place)).toEqual(['title', 'sections.0.heading', 'sections.0.paragraphs.0'])
})
