import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TextContent } from './content.ts'
import { diffTexts, textOfChange } from './diff.ts'
import { diffWords } from './word-diff.ts'

const text = (sections: Record<string, string[]>): TextContent => ({
  title: 'Aviso',
  sections: Object.entries(sections).map(([heading, paragraphs]) => ({
    heading,
    paragraphs: paragraphs.map((one) => ({ text: one })),
  })),
})

test('says which words of a paragraph were added and removed', () => {
  expect(diffWords('Tratamos tu nombre y tu CURP.', 'Tratamos tu nombre, tu RFC y tu CURP.')).toEqual([
    { kind: 'same', text: 'Tratamos tu nombre' },
    { kind: 'added', text: ', tu RFC' },
    { kind: 'same', text: ' y tu CURP.' },
  ])
  expect(diffWords('diez días', 'veinte días')).toEqual([
    { kind: 'removed', text: 'diez' },
    { kind: 'added', text: 'veinte' },
    { kind: 'same', text: ' días' },
  ])
})

test('a section that is put before others changes only their numbers', () => {
  const from = text({ '1. Datos': ['Tu nombre.'], '2. Fines': ['Cobrar.'] })
  const to = text({
    '1. Responsable': ['La Financiera.'],
    '2. Datos': ['Tu nombre.'],
    '3. Fines': ['Cobrar.'],
  })
  const { sections, title } = diffTexts(from, to)
  expect(title).toEqual({ kind: 'same', parts: [{ kind: 'same', text: 'Aviso' }] })
  expect(sections.map(({ kind, paragraphs }) => [kind, ...paragraphs.map((one) => one.kind)])).toEqual([
    ['added', 'added'],
    ['changed', 'same'],
    ['changed', 'same'],
  ])
})

test('a section with another heading is recognised by its words', () => {
  const paragraph = 'Puedes acceder a tus datos, rectificarlos, cancelarlos u oponerte a su tratamiento.'
  const { sections } = diffTexts(
    text({ 'Derechos ARCO': [paragraph] }),
    text({ 'Tus derechos': [paragraph] }),
  )
  expect(sections).toMatchObject([
    { kind: 'changed', heading: { kind: 'changed' }, paragraphs: [{ kind: 'same' }] },
  ])
})

test('paragraphs without common words are removed and added, and a new condition is a change', () => {
  const from = text({ Datos: ['Uno dos tres cuatro.', 'Se queda.'] })
  const to = text({ Datos: ['Cinco seis siete ocho.', 'Se queda.'] })
  expect(diffTexts(from, to).sections[0]?.paragraphs.map(({ kind }) => kind)).toEqual([
    ...['removed', 'added', 'same'],
  ])
  const conditional = {
    title: 'Aviso',
    sections: [{ heading: 'Datos', paragraphs: [{ text: 'Se queda.', when: 'x' }] }],
  }
  expect(diffTexts(text({ Datos: ['Se queda.'] }), conditional).sections[0]?.kind).toBe('changed')
})

const words = fc.array(fc.constantFrom('tu', 'dato', 'se', 'usa', 'no', '3', ',', ' ', 'pago'), {
  maxLength: 12,
})
const phrase = words.map((list) => `p ${list.join(' ')}`)
const someText = fc
  .array(
    fc.record({
      heading: phrase,
      paragraphs: fc.array(fc.record({ text: phrase }), { minLength: 1, maxLength: 4 }),
    }),
    {
      maxLength: 5,
    },
  )
  .map((sections): TextContent => ({ title: 'T', sections }))

test('the parts of a difference put together are both texts', () => {
  fc.assert(
    fc.property(someText, someText, (from, to) => {
      const { sections } = diffTexts(from, to)
      for (const [side, content, gone] of [
        ['from', from, 'added'],
        ['to', to, 'removed'],
      ] as const) {
        const kept = sections.filter(({ kind }) => kind !== gone)
        expect(kept.map(({ heading }) => textOfChange(heading, side))).toEqual(
          content.sections.map(({ heading }) => heading),
        )
        const paragraphs = kept.flatMap((section) =>
          section.paragraphs.filter(({ kind }) => kind !== gone).map((one) => textOfChange(one, side)),
        )
        expect(paragraphs).toEqual(content.sections.flatMap((one) => one.paragraphs.map((each) => each.text)))
      }
    }),
  )
})

test('a text has no difference from itself', () => {
  fc.assert(
    fc.property(someText, (content) => {
      expect(diffTexts(content, content).sections.every(({ kind }) => kind === 'same')).toBe(true)
    }),
  )
})
