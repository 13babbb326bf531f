import { expect, test } from 'vitest'
import { questions } from './questions.ts'
import { findQuestions, isInAnswer, piecesOf } from './search.ts'

const found = (search: string) => findQuestions(search).map(({ question }) => question)

test('FAQ search: accents, case and signs do not matter, and every word counts wherever it stands', () => {
  expect(found('')).toHaveLength(questions.length)
  expect(found('  ¿? ')).toHaveLength(questions.length)
  expect(found('CUANTO')).toEqual(['¿Cuánto puedo pedir?', '¿Cuándo llega el dinero?']) // «en cuanto firmas»
  expect(found('cédula fiscal')).toEqual(['¿Qué documentos necesito?'])
  expect(found('cedula FISCAL')).toEqual(['¿Qué documentos necesito?'])
  expect(found('envíos spei')).toEqual(['¿Cuándo llega el dinero?'])
  expect(found('spei cédula')).toEqual([])
})

test('FAQ search: letter by letter nothing is found that the letters before had lost', () => {
  for (const whole of ['comisión', 'documentos', 'banco']) {
    const counts = [...whole].map((_, index) => found(whole.slice(0, index + 1)).length)
    expect(counts.toSorted((one, other) => other - one)).toEqual(counts)
    expect(counts.at(-1)).toBeGreaterThan(0)
  }
})

test('FAQ search: what was searched for is told apart, and nothing of the text is lost', () => {
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

test('FAQ search: a word of the answer opens it; one of the question alone does not', () => {
  const transfer = questions.find(({ category }) => category === 'Envíos')
  if (transfer === undefined) throw new Error('the question about transfers is gone')
  expect(isInAnswer('SPEI', transfer)).toBe(true)
  expect(isInAnswer('cuando', transfer)).toBe(false)
  expect(isInAnswer('', transfer)).toBe(false)
  expect(isInAnswer('sp', transfer)).toBe(false)
})
