import { expect, test } from 'vitest'
import { questions } from '../../../test/faq.ts'
import { findQuestions, isInAnswer, splitByMatch } from './search.ts'

const listQuestions = (search: string) => findQuestions(questions, search).map(({ question }) => question)

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
  ['buro', '¿Consultan mi Buró de Crédito?'],
  ['buró de crédito', '¿Consultan mi Buró de Crédito?'],
  ['vuro', '¿Consultan mi Buró de Crédito?'],
  ['historial crediticio', '¿Consultan mi Buró de Crédito?'],
  ['nomina', '¿Cómo y de dónde se cobra?'],
  ['nómnia', '¿Cómo y de dónde se cobra?'],
  ['descontar', '¿Cómo y de dónde se cobra?'],
  ['me van a descontar', '¿Cómo y de dónde se cobra?'],
  ['quitan de mi sueldo', '¿Cómo y de dónde se cobra?'],
  ['interes', '¿Me van a cobrar algo más?'],
  ['intereces', '¿Me van a cobrar algo más?'],
  ['cobran comicion', '¿Me van a cobrar algo más?'],
  ['kiero pagar antes', '¿Puedo pagar antes?'],
  ['liquidar', '¿Puedo pagar antes?'],
  ['adelantar pagos', '¿Puedo pagar antes?'],
  ['me atraso', '¿Y si mi quincena no alcanza?'],
  ['no alcanza', '¿Y si mi quincena no alcanza?'],
  ['me corren', '¿Qué pasa si cambio de trabajo o me despiden?'],
  ['renuncio', '¿Qué pasa si cambio de trabajo o me despiden?'],
  ['despido', '¿Qué pasa si cambio de trabajo o me despiden?'],
  ['mi jefe', '¿Mi jefe se entera?'],
  ['patron', '¿Mi jefe se entera?'],
  ['recursos humanos', '¿Mi jefe se entera?'],
  ['ubicasion', '¿Por qué piden mi ubicación?'],
  ['gps', '¿Por qué piden mi ubicación?'],
  ['cat', '¿Qué es el CAT?'],
  ['que es el cat', '¿Qué es el CAT?'],
  ['costo anual', '¿Qué es el CAT?'],
  ['quien ve mi ine', '¿Quién ve mis documentos?'],
  ['constancia fiscal', '¿Dónde consigo cada documento?'],
  ['cuanto tarda', '¿Cuánto tarda la respuesta?'],
  ['cuantos dias tarda', '¿Cuánto tarda la respuesta?'],
  ['firmar', '¿Es seguro firmar en la pantalla?'],
  ['fraude', '¿Es seguro firmar en la pantalla?'],
  ['cancelar', '¿Cómo cancelo?'],
  ['canselar', '¿Cómo cancelo?'],
  ['ya no lo quiero', '¿Cómo cancelo?'],
  ['no llega el dinero', '¿Qué pasa si el dinero no llega?'],
  ['no me depositaron', '¿Qué pasa si el dinero no llega?'],
  ['cuanto puedo pedir', '¿Cuánto puedo pedir?'],
  ['anticipo', '¿Cuándo pago un anticipo?'],
  ['documentos', '¿Qué documentos necesito?'],
])('FAQ search: «%s» finds «%s» among the first three', (search, wanted) => {
  expect(listQuestions(search).slice(0, 3)).toContain(wanted)
})

test.each(['hipoteca', 'xyzzy', 'bitcoin', 'spei cédula'])('FAQ search: finds nothing for «%s»', (search) => {
  expect(listQuestions(search)).toEqual([])
})

test('FAQ: the four questions of the specification come first, and each id is unique', () => {
  expect(questions.slice(0, 4).map(({ question }) => question)).toEqual([
    '¿Cuánto puedo pedir?',
    '¿Cuándo pago un anticipo?',
    '¿Qué documentos necesito?',
    '¿Cuándo llega el dinero?',
  ])
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
