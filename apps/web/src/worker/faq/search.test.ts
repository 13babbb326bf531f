import { expect, test } from 'vitest'
import { questions } from './questions.ts'
import { findQuestions, isInAnswer, splitByMatch } from './search.ts'

const listQuestions = (search: string) => findQuestions(search).map(({ question }) => question)

test('FAQ search: ignores accents, case and punctuation, and requires every word in any order', () => {
  expect(listQuestions('')).toHaveLength(questions.length)
  expect(listQuestions('  ¿? ')).toHaveLength(questions.length)
  expect(listQuestions('CUANTO')).toEqual(['¿Cuánto puedo pedir?', '¿Cuándo llega el dinero?']) // «en cuanto firmas»
  expect(listQuestions('cédula fiscal')).toEqual(['¿Qué documentos necesito?'])
  expect(listQuestions('cedula FISCAL')).toEqual(['¿Qué documentos necesito?'])
  expect(listQuestions('envíos spei')).toEqual(['¿Cuándo llega el dinero?'])
  expect(listQuestions('spei cédula')).toEqual([])
})

test('FAQ search: never finds more questions when a letter is added', () => {
  for (const searched of ['comisión', 'documentos', 'banco']) {
    const counts = [...searched].map((_, index) => listQuestions(searched.slice(0, index + 1)).length)
    expect(counts.toSorted((one, other) => other - one)).toEqual(counts)
    expect(counts.at(-1)).toBeGreaterThan(0)
  }
})

test('FAQ search: splits a text into matches and other parts without losing text', () => {
  const text = 'La comisión, y otra comisión.'
  expect(splitByMatch(text, 'COMISION')).toEqual([
    { text: 'La ', isFound: false },
    { text: 'comisión', isFound: true },
    { text: ', y otra ', isFound: false },
    { text: 'comisión', isFound: true },
    { text: '.', isFound: false },
  ])
  expect(splitByMatch(text, '.*')).toEqual([{ text, isFound: false }])
  for (const { question, answer } of questions)
    for (const search of ['', 'ó', 'a e', 'qué cuánto', 'un una unas'])
      for (const searched of [question, answer])
        expect(
          splitByMatch(searched, search)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(searched)
})

test('FAQ search: opens an answer for a word in it, but not for a word only in the question', () => {
  const transfer = questions.find(({ category }) => category === 'Envíos')
  if (transfer === undefined) throw new Error('the question about transfers is gone')
  expect(isInAnswer('SPEI', transfer)).toBe(true)
  expect(isInAnswer('cuando', transfer)).toBe(false)
  expect(isInAnswer('', transfer)).toBe(false)
  expect(isInAnswer('sp', transfer)).toBe(false)
})
