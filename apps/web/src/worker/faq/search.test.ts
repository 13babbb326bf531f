import { expect, test } from 'vitest'
import { questions } from './questions.ts'
import { findQuestions, isInAnswer, piecesOf } from './search.ts'

const found = (search: string) => findQuestions(search).map(({ question }) => question)

test('FAQ search: ignores accents, case and punctuation, and requires every word in any order', () => {
  expect(found('')).toHaveLength(questions.length)
  expect(found('  ¿? ')).toHaveLength(questions.length)
  expect(found('CUANTO')).toEqual(['¿Cuánto puedo pedir?', '¿Cuándo llega el dinero?']) // «en cuanto firmas»
  expect(found('cédula fiscal')).toEqual(['¿Qué documentos necesito?'])
  expect(found('cedula FISCAL')).toEqual(['¿Qué documentos necesito?'])
  expect(found('envíos spei')).toEqual(['¿Cuándo llega el dinero?'])
  expect(found('spei cédula')).toEqual([])
})

test('FAQ search: never finds more questions when a letter is added', () => {
  for (const whole of ['comisión', 'documentos', 'banco']) {
    const counts = [...whole].map((_, index) => found(whole.slice(0, index + 1)).length)
    expect(counts.toSorted((one, other) => other - one)).toEqual(counts)
    expect(counts.at(-1)).toBeGreaterThan(0)
  }
})

test('FAQ search: splits a text into matches and other parts without losing text', () => {
  const text = 'La comisión, y otra comisión.'
  expect(piecesOf(text, 'COMISION')).toEqual([
    { text: 'La ', isFound: false },
    { text: 'comisión', isFound: true },
    { text: ', y otra ', isFound: false },
    { text: 'comisión', isFound: true },
    { text: '.', isFound: false },
  ])
  expect(piecesOf(text, '.*')).toEqual([{ text, isFound: false }])
  for (const { question, answer } of questions)
    for (const search of ['', 'ó', 'a e', 'qué cuánto', 'un una unas'])
      for (const whole of [question, answer])
        expect(
          piecesOf(whole, search)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(whole)
})

test('FAQ search: opens an answer for a word in it, but not for a word only in the question', () => {
  const transfer = questions.find(({ category }) => category === 'Envíos')
  if (transfer === undefined) throw new Error('the question about transfers is gone')
  expect(isInAnswer('SPEI', transfer)).toBe(true)
  expect(isInAnswer('cuando', transfer)).toBe(false)
  expect(isInAnswer('', transfer)).toBe(false)
  expect(isInAnswer('sp', transfer)).toBe(false)
})
