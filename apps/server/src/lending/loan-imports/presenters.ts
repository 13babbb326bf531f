import type { Readable } from 'node:stream'
import { LOAN_COLUMNS, LOAN_SHEET_NAMES, LOAN_SHEETS } from '@quincena/domain/loan-imports/columns'
import type { ReconciledLoan } from '@quincena/domain/loan-imports/schema'
import type { Trx } from '../../db/types.ts'
import { fetchRows } from '../../spreadsheets/export/batches.ts'
import type { ExportColumn } from '../../spreadsheets/export/table.ts'
import { sheetOf, writeBook } from '../../spreadsheets/export/xlsx.ts'
import { writeSpreadsheet } from '../../spreadsheets/spreadsheet.ts'
import { reconciledRows } from './queries/imports.ts'

const columns: readonly ExportColumn<ReconciledLoan>[] = [
  { header: 'Fila', kind: 'count', of: ({ row }) => row, width: 8 },
  { header: 'Folio anterior', kind: 'text', of: ({ former_id }) => former_id },
  { header: 'Tipo', kind: 'text', of: ({ type }) => (type === 'credit' ? 'Crédito' : 'Anticipo'), width: 10 },
  { header: 'Trabajador', kind: 'text', of: ({ worker }) => worker, width: 32 },
  { header: 'Empresa', kind: 'text', of: ({ company }) => company, width: 28 },
  { header: 'Monto', kind: 'money', of: ({ amount }) => amount },
  { header: 'Pagos', kind: 'count', of: ({ payments_count }) => payments_count, width: 8 },
  { header: 'Saldo que reporta el otro sistema', kind: 'money', of: ({ claimed }) => claimed, width: 30 },
  { header: 'Saldo según sus pagos', kind: 'money', of: ({ calculated }) => calculated, width: 24 },
  { header: 'Diferencia', kind: 'money', of: ({ difference }) => difference },
  {
    header: 'Ajuste',
    kind: 'text',
    of: ({ is_above_limit }) => (is_above_limit ? 'Mayor que el límite' : ''),
  },
  {
    header: 'Resultado',
    kind: 'text',
    of: ({ outcome }) => (outcome === 'created' ? 'Nuevo' : 'Ya importado, sin cambios'),
    width: 24,
  },
]

/** Writes the reconciliation of an import: claimed and calculated balance and the difference of each loan. */
export function writeReconciliation(snapshot: Trx, id: number): Readable {
  const rows = reconciledRows(snapshot, id).orderBy('r.number')
  return writeBook([sheetOf({ name: 'Conciliación', columns }, fetchRows(snapshot, rows))])
}

/** The workbook to fill in: its sheets with their headers, and one that explains each column. */
export function loanTemplate(): Uint8Array {
  const sheets = LOAN_SHEET_NAMES.map((sheet) => ({
    name: LOAN_SHEETS[sheet].name,
    columns: LOAN_COLUMNS[sheet].map(({ header }) => ({ header, width: Math.max(14, header.length + 4) })),
    rows: [],
  }))
  const rows = LOAN_SHEET_NAMES.flatMap((sheet) =>
    LOAN_COLUMNS[sheet].map(({ header, required, note, example }) => [
      ...[LOAN_SHEETS[sheet].name, header, required ? 'Sí' : 'No', note, example],
    ]),
  )
  const explained = [
    { header: 'Hoja', width: 14 },
    { header: 'Columna', width: 24 },
    { header: '¿Es obligatoria?', width: 18 },
    { header: 'Qué va en ella', width: 64 },
    { header: 'Ejemplo', width: 24 },
  ]
  return writeSpreadsheet([...sheets, { name: 'Instrucciones', columns: explained, rows }])
}
