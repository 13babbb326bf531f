import { expect, test } from 'vitest'
import { questions } from './questions.ts'
import { findQuestions, isInAnswer, splitByMatch } from './search.ts'

const listQuestions = (search: string) => findQuestions(search).map(({ question }) => question)

test('FAQ search: ignores accents, case and punctuation, and requires every word in any order', () => {
  expect(listQuestions('')).toHaveLength(questions.length)
  expect(listQuestions('  ¿? ')).toHaveLength(questions.length)
  expect(listQuestions('CUANTO').slice(0, 2)).toEqual(['¿Cuánto puedo pedir?', '¿Cuánto tarda la respuesta?'])
  expect(listQuestions('cédula fiscal')).toEqual(['¿Qué documentos necesito?'])
  expect(listQuestions('cedula FISCAL')).toEqual(['¿Qué documentos necesito?'])
  expect(listQuestions('envíos spei')).toEqual(['¿Cuándo llega el dinero?'])
  expect(listQuestions('spei cédula')).toEqual([])
})

test.each([
  ['buro', 'bureau'],
  ['buró de crédito', 'bureau'],
  ['vuro', 'bureau'],
  ['historial crediticio', 'bureau'],
  ['nomina', 'payroll'],
  ['nómnia', 'payroll'],
  ['descontar', 'payroll'],
  ['me van a descontar', 'payroll'],
  ['quitan de mi sueldo', 'payroll'],
  ['interes', 'charges'],
  ['intereces', 'charges'],
  ['cobran comicion', 'charges'],
  ['kiero pagar antes', 'early'],
  ['liquidar', 'early'],
  ['adelantar pagos', 'early'],
  ['me atraso', 'short-pay'],
  ['no alcanza', 'short-pay'],
  ['me corren', 'job'],
  ['renuncio', 'job'],
  ['despido', 'job'],
  ['mi jefe', 'employer'],
  ['patron', 'employer'],
  ['recursos humanos', 'employer'],
  ['ubicasion', 'location'],
  ['gps', 'location'],
  ['cat', 'apr'],
  ['que es el cat', 'apr'],
  ['costo anual', 'apr'],
  ['quien ve mi ine', 'who-sees'],
  ['constancia fiscal', 'document-sources'],
  ['cuanto tarda', 'answer-time'],
  ['cuantos dias tarda', 'answer-time'],
  ['firmar', 'signature'],
  ['fraude', 'signature'],
  ['cancelar', 'cancel'],
  ['canselar', 'cancel'],
  ['ya no lo quiero', 'cancel'],
  ['no llega el dinero', 'missing-money'],
  ['no me depositaron', 'missing-money'],
  ['cuanto puedo pedir', 'amount'],
  ['anticipo', 'advance'],
  ['documentos', 'documents'],
])('FAQ search: «%s» finds the question %s among the first three', (search, id) => {
  expect(
    findQuestions(search)
      .slice(0, 3)
      .map((one) => one.id),
  ).toContain(id)
})

test.each(['hipoteca', 'xyzzy', 'bitcoin', 'spei cédula'])('FAQ search: finds nothing for «%s»', (search) => {
  expect(listQuestions(search)).toEqual([])
})

test('FAQ: the four questions of the specification come first, and each id is unique', () => {
  expect(questions.slice(0, 4).map(({ id }) => id)).toEqual(['amount', 'advance', 'documents', 'transfer'])
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
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
