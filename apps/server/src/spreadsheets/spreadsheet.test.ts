import { read, utils } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { type Sheet, writeSpreadsheet } from './spreadsheet.ts'

const people: Sheet = {
  name: 'Personas',
  columns: [{ header: 'Nombre', width: 30 }, { header: 'Ejemplo' }],
  rows: [
    ['Núñez, Ana', '9007199254740993'],
    ['Beto', ''],
  ],
}

const sheetOf = (...sheets: Sheet[]) => read(writeSpreadsheet(sheets), { cellNF: true, cellFormula: true })

test('writes a header row and every row below it as text', () => {
  const book = sheetOf(people, { ...people, name: 'Un nombre que pasa de los treinta y un caracteres' })
  expect(book.SheetNames).toEqual([
    'Personas',
    'Un nombre que pasa de los treinta y un caracteres'.slice(0, 31),
  ])
  const sheet = book.Sheets.Personas ?? {}
  expect(utils.sheet_to_json(sheet)).toEqual([
    { Nombre: 'Núñez, Ana', Ejemplo: '9007199254740993' },
    { Nombre: 'Beto', Ejemplo: '' },
  ])
  expect(sheet.B2?.t).toBe('s')
})

test.each(['=1+1', '+52 55 1234', '-1', '@SUM(A1)', '00123', '1E5', '\t=1+1', '=cmd|" /C calc"!A0'])(
  'writes %s as text, never as a formula or a number',
  (text) => {
    const book = sheetOf({ name: 'A', columns: [{ header: 'T' }], rows: [[text]] })
    const cell = book.Sheets.A?.A2
    expect([cell?.t, cell?.v, cell?.f, cell?.z]).toEqual(['s', text, undefined, '@'])
  },
)
