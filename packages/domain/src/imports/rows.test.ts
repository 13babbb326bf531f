import { expect, test } from 'vitest'
import type { Cell } from './cells.ts'
import { matchColumns } from './columns.ts'
import { readCompanyRow, readUserRows } from './rows.ts'
import { userColumns } from './user-columns.ts'

const headers = [
  ...['NOMBRE(S)', 'Apellido paterno', 'apellido materno', 'correo', 'No. de empleado', 'curp', 'RFC'],
  ...['ine (ocr)', 'Celular', 'sexo', 'Domicilio', 'colonia', 'Entidad federativa', 'C.P.', 'cargo'],
  ...['Salario quincenal', 'Clabe interbancaria', 'No. de cuenta', 'Observaciones'],
]
const ana: Cell[] = [
  ...['Ana', 'Ruiz', 'Peña', 'ANA@correo.mx ', 'a1', 'rupa900215mnlxxx05', 'RUPA900215AB1'],
  ...[123456789012, '81 1234 5678', 'mujer', 'Calle 1', 'Centro', 'nuevo leon', 1000, 'Jefa'],
  ...['$8,000.00', '012180000118359713', 1183597, 'buena'],
]

const { fields, missing, repeated } = matchColumns(userColumns, headers)
const facts = { date1904: false }
const rowsOf = (...rows: Cell[][]) =>
  readUserRows(rows.map((cells, index) => ({ number: index + 2, cells, fields, facts })))

test('matchColumns finds columns by usual headers in any order', () => {
  expect({ missing, repeated }).toEqual({ missing: [], repeated: [] })
  expect(fields.slice(0, 3)).toEqual(['first_name', 'last_name', 'second_last_name'])
  expect(fields.at(-1)).toBeNull()
  expect(matchColumns(userColumns, [...headers.slice(1), 'E-mail'])).toMatchObject({
    missing: ['Nombre'],
    repeated: ['Correo electrónico'],
  })
})

test('each header and alias belongs to one column', () => {
  const names = userColumns.flatMap(({ field, header, aliases }) =>
    [header, ...aliases].map((name) => ({ name, field })),
  )
  for (const { name, field } of names)
    expect([name, matchColumns(userColumns, [name]).fields]).toEqual([name, [field]])
})

test('readUserRows joins the last names and takes the bank from the CLABE', () => {
  const [row] = rowsOf(ana)
  expect(row?.problems).toBeUndefined()
  expect(row?.form).toMatchObject({
    ...{ last_name: 'Ruiz Peña', email: 'ana@correo.mx', key: 'A1', curp: 'RUPA900215MNLXXX05' },
    ...{ ine: '0123456789012', phone: '8112345678', gender: 'F', state: 'Nuevo León', zip_code: '01000' },
    ...{ biweekly_salary: 800_000, bank: '40012', bank_account_number: '00001183597', user_type: 'U2' },
  })
  expect(row?.shown.at(-1)).toBe('buena')
})

test('readUserRows reports one problem for each wrong cell', () => {
  const [row] = rowsOf(
    ana.map((cell, index) => ({ 3: 'ana', 9: '?', 15: -1, 16: Number('12180000118359719') })[index] ?? cell),
  )
  expect(row?.problems).toEqual([
    {
      field: 'debit_card_number',
      message: 'Excel guardó la CLABE como número y perdió dígitos: guárdala como texto',
    },
    { field: 'email', message: 'Revisa tu correo: le falta algo.' },
    { field: 'gender', message: 'Seleccione un género válido' },
    { field: 'biweekly_salary', message: 'El sueldo quincenal debe ser un número positivo' },
  ])
})

test('readUserRows rejects a value that an earlier valid row has', () => {
  const broken = ana.map((cell, index) => (index === 8 ? '1' : cell))
  const [first, second, third] = rowsOf(broken, ana, ana)
  expect(first?.problems).toEqual([
    { field: 'phone', message: 'El número debe tener exactamente 10 dígitos' },
  ])
  expect(second?.form).toBeDefined()
  expect(third?.problems?.[0]).toEqual({ field: 'curp', message: 'Repetido: ya está en la fila 3' })
})

test('readCompanyRow rejects a numeric rate above 1', () => {
  const source = { number: 2, fields: ['interest_rate'], facts }
  const text = 'La tasa es una fracción: escribe 0.18 o 18% para 18 %'
  expect(readCompanyRow({ ...source, cells: [18] }).problems).toContainEqual({
    field: 'interest_rate',
    message: text,
  })
  expect(readCompanyRow({ ...source, cells: ['18%'] }).problems).not.toContainEqual(
    expect.objectContaining({ field: 'interest_rate' }),
  )
})
