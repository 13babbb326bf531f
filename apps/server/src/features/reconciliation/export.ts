import type { Day } from '@quincena/domain/dates'
import { formatDateTime } from '@quincena/domain/format'
import type { DayTotals } from '@quincena/domain/reconciliation/compare'
import type { ReconciliationSide } from '@quincena/domain/reconciliation/schema'
import { differenceWords, standingWords } from '@quincena/domain/reconciliation/words'
import type { Db } from '../../lib/deps.ts'
import { AppError } from '../../lib/errors.ts'
import { type Sheet, type SheetColumn, type SheetValue, writeSpreadsheet } from '../../lib/spreadsheet.ts'
import { getDay, readDay } from './queries.ts'

const sides = [
  { key: 'ours', label: 'Quincena' },
  { key: 'stp', label: 'STP' },
  { key: 'ledger', label: 'Libro contable' },
] as const
const parts = [
  { key: 'sent', label: 'Enviadas' },
  { key: 'settled', label: 'Liquidadas' },
  { key: 'back', label: 'Devueltas o canceladas' },
] as const

function totalsSheet(totals: DayTotals): Sheet {
  const columns: SheetColumn[] = sides.flatMap(({ label }): SheetColumn[] => [
    { header: `${label}: órdenes`, kind: 'count' },
    { header: `${label}: monto`, kind: 'money' },
  ])
  const rows = parts.map(({ key, label }) => [
    label,
    ...sides.flatMap((side) => [totals[side.key][key].count, totals[side.key][key].amount]),
  ])
  return { name: 'Totales', columns: [{ header: 'Órdenes', kind: 'text', width: 24 }, ...columns], rows }
}

interface Sides {
  ours: ReconciliationSide | null
  stp: ReconciliationSide | null
  ledger: ReconciliationSide | null
}

const sideColumns: SheetColumn[] = [
  ...sides.flatMap(({ label }): SheetColumn[] => [
    { header: `${label}: estado`, kind: 'text' },
    { header: `${label}: monto`, kind: 'money' },
  ]),
  { header: 'Quincena: cuenta', kind: 'text', width: 22 },
  { header: 'STP: cuenta', kind: 'text', width: 22 },
]

function sideCells(row: Sides): SheetValue[] {
  const states = sides.flatMap(({ key }) => {
    const side = row[key]
    return side === null ? ['No la tiene', null] : [standingWords[side.standing], side.amount]
  })
  return [...states, row.ours?.account ?? null, row.stp?.account ?? null]
}

const keyColumns: SheetColumn[] = [
  { header: 'Clave de rastreo', kind: 'text', width: 26 },
  { header: 'Folio', kind: 'text', width: 12 },
]

type DayContents = Awaited<ReturnType<typeof readDay>>

function differencesSheet(differences: DayContents['differences']): Sheet {
  const columns: SheetColumn[] = [
    ...keyColumns,
    { header: 'Diferencia', kind: 'text', width: 36 },
    { header: 'Qué significa', kind: 'text', width: 60 },
    { header: 'Situación', kind: 'text', width: 14 },
    ...sideColumns,
    { header: 'Encontrada', kind: 'text', width: 20 },
    { header: 'Nota', kind: 'text', width: 48 },
    { header: 'Anotó', kind: 'text', width: 24 },
  ]
  const rows = differences.map((row) => {
    const { title, meaning } = differenceWords[row.kind]
    const situation = row.closed_at === null ? 'Abierta' : 'Cerrada'
    const found = formatDateTime(row.found_at)
    const notes = [row.note, row.noted_by_name]
    const about = [row.tracking_key, row.loan_folio, title, meaning, situation]
    return [...about, ...sideCells(row), found, ...notes]
  })
  return { name: 'Diferencias', columns, rows }
}

function ordersSheet(orders: DayContents['orders']): Sheet {
  const rows = orders.map((row) => [row.tracking_key, row.loan_folio, ...sideCells(row)])
  return { name: 'Órdenes', columns: [...keyColumns, ...sideColumns], rows }
}

/**
 * A day's last whole comparison as an .xlsx: totals, differences, and every order with its three sides. Throws
 * `reconciliation.not_found` (404) and, before the first whole one, `reconciliation.not_ready` (409).
 */
export async function exportDay(db: Db, operation_date: Day): Promise<Uint8Array> {
  const { totals } = await getDay(db, operation_date)
  if (totals === null) throw new AppError('reconciliation.not_ready', 409)
  const { differences, orders } = await readDay(db, operation_date)
  return writeSpreadsheet([totalsSheet(totals), differencesSheet(differences), ordersSheet(orders)])
}
