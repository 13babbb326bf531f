import { describe, expect, test } from 'vitest'
import {
  type Cell,
  clabe,
  date,
  digits,
  fraction,
  key,
  pesos,
  phone,
  readCell,
  wholeNumber,
  yesOrNo,
} from './cells.ts'
import { parseBank, parseGender, parseIndustry, parseState } from './words.ts'

const facts = { date1904: false }
const read = (reader: Parameters<typeof readCell>[0], cell: Cell) => readCell(reader, cell, facts)
const value = (reader: Parameters<typeof readCell>[0], cell: Cell) => read(reader, cell).value

describe('the readers of codes', () => {
  test.each<[Cell, number, string]>([
    ['01000', 5, '01000'],
    [1000, 5, '01000'],
    [' 0100 0 ', 5, '01000'],
    [1183597, 11, '00001183597'],
    ['0000-1183-597', 11, '00001183597'],
    [123.5, 5, '1235'],
  ])('digits reads %j as %i digits: %s', (cell, count, expected) => {
    expect(value(digits(count), cell)).toBe(expected)
  })

  test('key converts to upper case and keeps every character', () => {
    expect([' ab1 ', 'mal-1', 'a 1', 12].map((cell) => value(key, cell))).toEqual([
      'AB1',
      'MAL-1',
      'A 1',
      '12',
    ])
  })

  test('clabe reports a numeric cell, which lost its last digits', () => {
    expect(read(clabe, Number('12180000118359719'))).toEqual({
      shown: '12180000118359720',
      problem: 'Excel guardó la CLABE como número y perdió dígitos: guárdala como texto',
    })
    expect(value(clabe, '012 180 00011835971 3')).toBe('012180000118359713')
  })

  test.each([
    ['81 1234 5678', '8112345678'],
    ['+52 (81) 1234-5678', '8112345678'],
    ['5218112345678', '8112345678'],
    [8112345678, '8112345678'],
    ['123', '123'],
  ])('phone reads %j as %s', (cell, expected) => {
    expect(value(phone, cell)).toBe(expected)
  })
})

describe('the reader of days', () => {
  test.each<[Cell, string]>([
    [32919, '1990-02-15'],
    [32919.75, '1990-02-15'],
    ['15/02/1990', '1990-02-15'],
    ['5-2-1990', '1990-02-05'],
    ['1990-02-15', '1990-02-15'],
    ['29/02/2000', '2000-02-29'],
  ])('reads %j as %s', (cell, expected) => {
    expect(value(date, cell)).toBe(expected)
  })

  test.each<Cell>(['31/02/1990', '15/02/90', 'ayer', 3, 99_999_999, true])('reports %j as no day', (cell) => {
    expect(read(date, cell)).toMatchObject({ problem: 'Escribe la fecha como dd/mm/aaaa' })
  })

  test('counts from 1904 in a file of old Excel for Mac', () => {
    expect(readCell(date, 31_457, { date1904: true }).value).toBe('1990-02-15')
  })
})

describe('the readers of amounts', () => {
  test.each<[Cell, unknown]>([
    [8000, 8000],
    [0.1 + 0.2, 0.3],
    ['$8,000.50', 8000.5],
    ['8000.5 MXN', 8000.5],
    ['mucho', 'mucho'],
  ])('pesos reads %j as %j', (cell, expected) => {
    expect(value(pesos, cell)).toBe(expected)
  })

  test.each<[Cell, unknown]>([
    [0.18, 0.18],
    ['18%', 0.18],
    ['18.5 %', 0.185],
    ['0.18', 0.18],
    [18, 18],
  ])('fraction reads %j as %j', (cell, expected) => {
    expect(value(fraction, cell)).toBe(expected)
  })
})

test.each<[Cell, unknown]>([
  [5, 5],
  ['5', 5],
  ['5 días', 5],
  ['1 dia', 1],
  ['2.5', 2.5],
  ['pocos', 'pocos'],
])('wholeNumber reads %j as %j', (cell, expected) => {
  expect(value(wholeNumber, cell)).toBe(expected)
})

test.each<[Cell, unknown]>([
  ...(['Sí', 'SI', 'x', 'Verdadero', 1, true] as const).map((cell): [Cell, unknown] => [cell, true]),
  ...(['No', 'FALSO', 0, false] as const).map((cell): [Cell, unknown] => [cell, false]),
  ['quizá', 'quizá'],
])('yesOrNo reads %j as %j', (cell, expected) => {
  expect(value(yesOrNo, cell)).toBe(expected)
})

test('readCell returns no value for an empty cell, and a problem for an Excel error', () => {
  expect(read(phone, null)).toEqual({ shown: null })
  expect(read(phone, ' \u00a0 ')).toEqual({ shown: null })
  expect(read(phone, '#REF!')).toEqual({ shown: '#REF!', problem: 'La celda contiene un error de Excel' })
})

test('converts usual words to the values of the form', () => {
  expect(['Mujer', 'HOMBRE', 'm', 'otro', '?'].map(parseGender)).toEqual(['F', 'M', 'M', 'O', '?'])
  expect(['cdmx', 'NUEVO LEON', 'Edo. de México', 'NL', 'Texas'].map(parseState)).toEqual([
    ...['Ciudad de México', 'Nuevo León', 'Estado de México', 'Nuevo León', 'Texas'],
  ])
  expect(['bbva', 'BBVA México', 'Bancomer', '012', '12', '40012', 'Otro banco'].map(parseBank)).toEqual([
    ...['40012', '40012', '40012', '40012', '40012', '40012', 'Otro banco'],
  ])
  expect(['TECNOLOGIA', 'Minería'].map(parseIndustry)).toEqual(['Tecnología', 'Minería'])
})
