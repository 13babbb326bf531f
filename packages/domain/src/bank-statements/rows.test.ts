import { expect, test } from 'vitest'
import { columnProblems, statementColumns, suggestColumns } from './columns.ts'
import { readStatementRows } from './rows.ts'

const headers = ['Fecha', 'Concepto', 'Referencia', 'Depósitos', 'Retiros', 'Saldo']
const columns = suggestColumns(headers, null)
const read = (rows: (string | number | null)[][], chosen = columns) =>
  readStatementRows({ rows, first: 2, headers, columns: chosen, date1904: false })

test('finds the columns by the words of their headers', () => {
  expect(columns).toEqual({
    ...{ date: 'Fecha', description: 'Concepto', reference: 'Referencia' },
    ...{ deposit: 'Depósitos', withdrawal: 'Retiros', amount: null, balance: 'Saldo' },
  })
  expect(columnProblems(columns, headers)).toEqual({})
})

test('uses the columns of the last statement if the file has them', () => {
  const remembered = statementColumns.parse({ date: 'Fecha', description: 'Saldo', amount: 'Retiros' })
  expect(suggestColumns(headers, remembered)).toEqual(remembered)
  expect(suggestColumns(['Fecha', 'Importe', 'Detalle'], remembered)).toMatchObject({ amount: 'Importe' })
})

test('names what is wrong with the chosen columns', () => {
  const none = statementColumns.parse({})
  expect(Object.keys(columnProblems(none, headers))).toEqual(['date', 'description', 'deposit'])
  expect(columnProblems({ ...columns, amount: 'Saldo' }, headers)).toHaveProperty('amount')
  expect(columnProblems({ ...columns, date: 'Día' }, headers).date).toContain('Día')
})

test.each([
  ['03/11/2026'],
  ['3-11-26'],
  ['2026-11-03'],
  ['2026-11-03T10:20:00'],
  ['03/NOV/2026'],
  ['3 de noviembre de 2026'],
  ['03-nov-26 10:20'],
  ['20261103'],
  [20_261_103],
  [46_329],
])('%s is 3 November', (date) => {
  expect(read([[date, 'Depósito', '1', '10', null, null]])[0]?.line?.day).toBe('2026-11-03')
})

test('refuses a long text in the column of the date in linear time', () => {
  const cpuTimeOf = (length: number, count: number) => {
    const row = ['t'.repeat(length), 'x', '', '1', '', '']
    const before = process.threadCpuUsage()
    for (let round = 0; round < count; round += 1)
      expect(read([row])[0]?.problems).toEqual([{ field: 'Fecha', message: expect.any(String) }])
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  // Quadratic code would take 64 times as long for one long text as for 64 short ones of the same length in all.
  cpuTimeOf(400, 200)
  const [long, short] = [cpuTimeOf(128_000, 1), cpuTimeOf(2_000, 64)]
  // The processor's clock may stand still for some milliseconds.
  const tick_us = 20_000
  expect(long / Math.max(short, tick_us)).toBeLessThan(16)
})

test('numbers equal lines of a day and leaves out empty rows and repeated headers', () => {
  const line = ['03/11/2026', 'SPEI', '77', '10.00', '', '']
  const lines = read([line, [null, ' '], headers, line, ['04/11/2026', 'SPEI', '77', '10.00']])
  expect(lines.map((row) => [row.number, row.line?.occurrence])).toEqual([
    [2, 1],
    [5, 2],
    [6, 1],
  ])
})

test.each([
  [['31/02/2026', 'x', '', '1', ''], 'Fecha'],
  [['', 'x', '', '1', ''], 'Fecha'],
  [['03/11/2026', 'x', '', '1.234', ''], 'Depósitos'],
  [['03/11/2026', 'x', '', '', ''], 'Depósitos'],
  [['03/11/2026', 'x', '', '1', '2'], 'Depósitos'],
  [['03/11/2026', 'x', '', '-1', ''], 'Depósitos'],
  [['03/11/2026', 'x', '', '1', '', 'mucho'], 'Saldo'],
])('the row %j is refused at its field', (row, field) => {
  const [found] = read([row])
  expect(found?.line).toBeNull()
  expect(found?.problems.map((problem) => problem.field)).toEqual([field])
})

test('a withdrawal is negative, with or without its sign', () => {
  const lines = read([
    ['03/11/2026', 'Comisión', '', '', '116.00', '1,000.00'],
    ['03/11/2026', 'Comisión', '', '-', '-116.00', '884.00'],
  ])
  expect(lines.map(({ line }) => line?.amount)).toEqual([-11_600, -11_600])
  expect(lines[1]?.line?.balance).toBe(88_400)
})
