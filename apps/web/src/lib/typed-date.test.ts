import { expect, test } from 'vitest'
import { afterTyping, dayOfText, dayProblem, textOfDay } from './typed-date.ts'

test.each([
  ['05/03/1990', '1990-03-05'],
  ['5/3/1990', '1990-03-05'],
  ['05-03-1990', '1990-03-05'],
  ['05.03.1990', '1990-03-05'],
  ['05031990', '1990-03-05'],
  [' 29/02/2024 ', '2024-02-29'],
  ['1990-03-05', '1990-03-05'],
  ['19900305', '1990-03-05'],
  ['20112026', '2026-11-20'],
])('reads «%s» as the day %s', (text, day) => {
  expect(dayOfText(text)).toBe(day)
})

test.each(['', '5/3', '05/03/90', '31/02/1990', '29/02/2025', '03/13/1990', 'hoy', '05/03/19900', '2026-11'])(
  'rejects «%s» as a date',
  (text) => {
    expect(dayOfText(text)).toBeNull()
  },
)

/** The field's text after each typed key. */
function typeKeys(keys: string, start = '') {
  const texts: string[] = []
  for (const key of keys) {
    const before = texts.at(-1) ?? start
    texts.push(afterTyping(before, before + key))
  }
  return texts
}

test.each([
  ['05031990', ['0', '05', '05/0', '05/03', '05/03/1', '05/03/19', '05/03/199', '05/03/1990']],
  ['5/3/1990', ['5', '05/', '05/3', '05/03/', '05/03/1', '05/03/19', '05/03/199', '05/03/1990']],
  [
    '05/03/1990',
    ['0', '05', '05/', '05/0', '05/03', '05/03/', '05/03/1', '05/03/19', '05/03/199', '05/03/1990'],
  ],
])('typing «%s» adds the slashes', (keys, texts) => {
  expect(typeKeys(keys)).toEqual(texts)
})

test.each(['2026-11-16', '2011-11-16', '20261116'])('typing «%s», year first, ends as dd/mm/aaaa', (keys) => {
  expect(typeKeys(keys).at(-1)).toBe(keys.startsWith('2011') ? '16/11/2011' : '16/11/2026')
})

test.each([
  ['05/03/1990', '05/03/199'],
  ['05/03/1', '05/03/'],
  ['05/03/1990', '5/03/1990'],
  ['05/03/1990', '05//1990'],
])('an edit from «%s» to «%s» changes nothing else', (before, text) => {
  expect(afterTyping(before, text)).toBe(text)
})

test('shows a day as dd/mm/aaaa and any other text as typed', () => {
  expect(textOfDay('1990-03-05')).toBe('05/03/1990')
  expect(textOfDay('5/3')).toBe('5/3')
})

test.each([
  ['', undefined],
  ['2026-11-16', undefined],
  ['16/11', 'Escribe la fecha como dd/mm/aaaa'],
  ['31/02/2026', 'Esa fecha no existe'],
  ['2026-11-21', 'No puede ser posterior al 20/11/2026'],
  ['2026-10-31', 'No puede ser anterior al 01/11/2026'],
])('«%s» with min 2026-11-01 and max 2026-11-20: %s', (value, text) => {
  expect(dayProblem(value, { min: '2026-11-01', max: '2026-11-20' })).toBe(text)
})
