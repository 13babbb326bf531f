import { describe, expect, test } from 'vitest'
import { type Cell, clabe, date, digits, fraction, key, pesos, phone, readCell } from './cells.ts'
import { bankOf, genderOf, industryOf, stateOf } from './words.ts'

const facts = { date1904: false }
const read = (reader: Parameters<typeof readCell>[0], cell: Cell) => readCell(reader, cell, facts)
const value = (reader: Parameters<typeof readCell>[0], cell: Cell) => read(reader, cell).value

describe('codes', () => {
  test.each<[Cell, number, string]>([
    ['01000', 5, '01000'],
    [1000, 5, '01000'],
    [' 0100 0 ', 5, '01000'],
    [1183597, 11, '00001183597'],
    ['0000-1183-597', 11, '00001183597'],
    [123.5, 5, '1235'],
  ])('%s as %i digits is %s', (cell, count, expected) => {
    expect(value(digits(count), cell)).toBe(expected)
  })

  test('a key is capitalised and nothing is taken out of it', () => {
    expect([' ab1 ', 'mal-1', 'a 1', 12].map((cell) => value(key, cell))).toEqual([
      'AB1',
      'MAL-1',
      'A 1',
      '12',
    ])
  })

  test('a CLABE that Excel made a number is refused: its last digits are gone', () => {
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
  ])('the phone %s is %s', (cell, expected) => {
    expect(value(phone, cell)).toBe(expected)
  })
})

describe('days', () => {
  test.each<[Cell, string]>([
    [32919, '1990-02-15'],
    [32919.75, '1990-02-15'],
    ['15/02/1990', '1990-02-15'],
    ['5-2-1990', '1990-02-05'],
    ['1990-02-15', '1990-02-15'],
    ['29/02/2000', '2000-02-29'],
  ])('%s is %s', (cell, expected) => {
    expect(value(date, cell)).toBe(expected)
  })

  test.each<Cell>(['31/02/1990', '15/02/90', 'ayer', 3, 99_999_999, true])('%s is no day', (cell) => {
    expect(read(date, cell)).toMatchObject({ problem: 'Escribe la fecha como dd/mm/aaaa' })
  })

  test('old Excel for Mac counts from 1904', () => {
    expect(readCell(date, 31_457, { date1904: true }).value).toBe('1990-02-15')
  })
})

describe('amounts', () => {
  test.each<[Cell, unknown]>([
    [8000, 8000],
    [0.1 + 0.2, 0.3],
    ['$8,000.50', 8000.5],
    ['8000.5 MXN', 8000.5],
    ['mucho', 'mucho'],
  ])('%s pesos is %s', (cell, expected) => {
    expect(value(pesos, cell)).toBe(expected)
  })

  test.each<[Cell, unknown]>([
    [0.18, 0.18],
    ['18%', 0.18],
    ['18.5 %', 0.185],
    ['0.18', 0.18],
    [18, 18],
  ])('the rate %s is %s', (cell, expected) => {
    expect(value(fraction, cell)).toBe(expected)
  })
})

test('an empty cell is no value, an error of Excel’s is a problem', () => {
  expect(read(phone, null)).toEqual({ shown: null })
  expect(read(phone, ' \u00a0 ')).toEqual({ shown: null })
  expect(read(phone, '#REF!')).toEqual({ shown: '#REF!', problem: 'La celda contiene un error de Excel' })
})

test('words that people use are those of the house', () => {
  expect(['Mujer', 'HOMBRE', 'm', 'otro', '?'].map(genderOf)).toEqual(['F', 'M', 'M', 'O', '?'])
  expect(['cdmx', 'NUEVO LEON', 'Edo. de México', 'NL', 'Texas'].map(stateOf)).toEqual([
    ...['Ciudad de México', 'Nuevo León', 'Estado de México', 'Nuevo León', 'Texas'],
  ])
  expect(['bbva', 'BBVA México', 'Bancomer', '012', '12', '40012', 'Otro banco'].map(bankOf)).toEqual([
    ...['40012', '40012', '40012', '40012', '40012', '40012', 'Otro banco'],
  ])
  expect(['TECNOLOGIA', 'Minería'].map(industryOf)).toEqual(['Tecnología', 'Minería'])
})
