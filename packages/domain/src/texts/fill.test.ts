import { expect, test } from 'vitest'
import { TEXT_DOCUMENTS, type TextContent } from './content.ts'
import { textDocuments } from './documents.ts'
import { canonicalText, fillText, formatTextValue, sampleValues } from './fill.ts'

const content: TextContent = {
  title: 'Términos de {lender}',
  sections: [
    {
      heading: 'RECA',
      paragraphs: [
        { text: 'Número {reca}.', when: 'reca_registered' },
        { text: 'Por registrar.', when: 'reca_missing' },
        { text: 'Llama al {phone}; {lender}, {lender}.' },
      ],
    },
    { heading: 'Sin registro', paragraphs: [{ text: 'Nada.', when: 'reca_missing' }] },
  ],
}

test('fills the fields and leaves out what a condition excludes', () => {
  const values = { lender: 'Uno', reca: '123', phone: '' }
  expect(fillText('terms', content, { values, conditions: ['reca_registered'] })).toEqual({
    title: 'Términos de Uno',
    sections: [{ heading: 'RECA', paragraphs: ['Número 123.', 'Llama al por publicar; Uno, Uno.'] }],
  })
  expect(fillText('terms', content, { values, conditions: ['reca_missing'] }).sections).toEqual([
    { heading: 'RECA', paragraphs: ['Por registrar.', 'Llama al por publicar; Uno, Uno.'] },
    { heading: 'Sin registro', paragraphs: ['Nada.'] },
  ])
})

test('a value that looks like a field is not filled again', () => {
  const values = { lender: '{phone} $& $1', phone: '55' }
  const sections = [{ heading: 'A', paragraphs: [{ text: '{lender}' }] }]
  expect(fillText('terms', { title: 'T', sections }, { values, conditions: [] }).sections).toEqual([
    { heading: 'A', paragraphs: ['{phone} $& $1'] },
  ])
})

test.each([
  ['text', 'Uno', 'Uno'],
  ['money', 1_234_550, '$12,345.50'],
  ['day', '2026-12-15', '15 de diciembre de 2026'],
  ['rate', 0.185, '18.5 %'],
] as const)('writes a value of type %s', (type, value, text) => {
  expect(formatTextValue(type, value)).toBe(text)
})

test.each(TEXT_DOCUMENTS)('the catalogue of %s has each name once and a sample of each field', (document) => {
  const { fields, conditions } = textDocuments[document]
  const names = [...fields, ...conditions].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const { values } = sampleValues(document)
  expect(fields.every(({ name }) => values[name] !== undefined && values[name] !== '')).toBe(true)
})

test('equal texts have equal JSON, whatever the order of their parts and what else they carry', () => {
  const mixed = JSON.parse(
    '{"x":1,"sections":[{"paragraphs":[{"when":"a","text":"b","y":2}],"keywords":"k","category":"c","heading":"h"}],"title":"t"}',
  )
  expect(JSON.stringify(canonicalText(mixed))).toBe(
    '{"title":"t","sections":[{"heading":"h","category":"c","keywords":"k","paragraphs":[{"text":"b","when":"a"}]}]}',
  )
})
