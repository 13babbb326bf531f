import { read, utils } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { type Sheet, writeSpreadsheet } from './spreadsheet.ts'

const people: Sheet = {
  name: 'Personas',
  columns: [
    { header: 'Nombre', kind: 'text', width: 30 },
    { header: 'Monto', kind: 'money' },
    { header: 'Pagos', kind: 'count' },
  ],
  rows: [
    ['Núñez, Ana', 123_456_789, 3],
    ['Beto', null, 0],
  ],
}

const sheetOf = (...sheets: Sheet[]) => read(writeSpreadsheet(sheets), { cellNF: true, cellFormula: true })

test('a head row, text as text, money as pesos with two decimals, nothing where nothing is', () => {
  const book = sheetOf(people, { ...people, name: 'Un nombre que pasa de los treinta y un caracteres' })
  expect(book.SheetNames).toEqual([
    'Personas',
    'Un nombre que pasa de los treinta y un caracteres'.slice(0, 31),
  ])
  const sheet = book.Sheets.Personas ?? {}
  expect(utils.sheet_to_json(sheet)).toEqual([
    { Nombre: 'Núñez, Ana', Monto: 1_234_567.89, Pagos: 3 },
    { Nombre: 'Beto', Pagos: 0 },
  ])
  expect(sheet.B2).toMatchObject({ t: 'n', w: '$1,234,567.89' })
})

test.each(['=1+1', '+52 55 1234', '-1', '@SUM(A1)', '00123', '1E5', '\t=1+1', '=cmd|" /C calc"!A0'])(
  '%s is written as text, never as a formula or number',
  (text) => {
    const book = sheetOf({ name: 'A', columns: [{ header: 'T', kind: 'text' }], rows: [[text]] })
    const cell = book.Sheets.A?.A2
    expect([cell?.t, cell?.v, cell?.f, cell?.z]).toEqual(['s', text, undefined, '@'])
  },
)

test('a number in a text column is text; a text in a column of money stays what it is', () => {
  const columns = people.columns.slice(0, 2)
  const sheet = sheetOf({ name: 'A', columns, rows: [[9_007_199_254_740_991, '=2']] }).Sheets.A ?? {}
  expect([sheet.A2?.t, sheet.A2?.v]).toEqual(['s', '9007199254740991'])
  expect([sheet.B2?.t, sheet.B2?.v]).toEqual(['s', '=2'])
})
