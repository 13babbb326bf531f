import type { Readable } from 'node:stream'
import type { Day } from '@quincena/domain/dates'
import type { DayTotals } from '@quincena/domain/reconciliation/compare'
import type {
  DoubtedOrder,
  ReconciliationDay,
  ReconciliationSide,
} from '@quincena/domain/reconciliation/schema'
import {
  doubtReason,
  reconciliationStateWords,
  wordsOfDifference,
} from '@quincena/domain/reconciliation/words'
import { AppError } from '../../command/errors.ts'
import type { Trx } from '../../db/types.ts'
import { fetchRows } from '../../spreadsheets/export/batches.ts'
import type { ExportColumn, ExportTable } from '../../spreadsheets/export/table.ts'
import { sheetOf, writeBook } from '../../spreadsheets/export/xlsx.ts'
import { differencesOf, getDay, ordersOf } from './queries/days.ts'
import { doubtsOf } from './queries/doubts.ts'

/** The three sides of an order; `own` is the product's name on this installation. */
const sidesOf = (own: string) =>
  [
    { key: 'ours', label: own },
    { key: 'stp', label: 'STP' },
    { key: 'ledger', label: 'Libro contable' },
  ] as const
const parts = [
  { key: 'sent', label: 'Enviadas' },
  { key: 'settled', label: 'Liquidadas' },
  { key: 'back', label: 'Devueltas o canceladas' },
] as const

type Total = ReconciliationDay['in_doubt']

/** One line of the totals; a side that has no such total is null. */
interface TotalsRow {
  label: string
  sides: Record<'ours' | 'stp' | 'ledger', Total | null>
}

const totalsTableOf = (own: string): ExportTable<TotalsRow> => ({
  name: 'Totales',
  columns: [
    { header: 'Órdenes', kind: 'text', of: ({ label }) => label, width: 24 },
    ...sidesOf(own).flatMap(({ key, label }): ExportColumn<TotalsRow>[] => [
      { header: `${label}: órdenes`, kind: 'count', of: (row) => row.sides[key]?.count ?? null },
      { header: `${label}: monto`, kind: 'money', of: (row) => row.sides[key]?.amount ?? null },
    ]),
  ],
})

async function* totalsRows(totals: DayTotals, in_doubt: Total) {
  const { received } = totals
  const sent = parts.map(({ key, label }) => ({
    label,
    sides: { ours: totals.ours[key], stp: totals.stp[key], ledger: totals.ledger[key] },
  }))
  yield [
    ...sent,
    { label: 'En duda', sides: { ours: in_doubt, stp: null, ledger: null } },
    { label: 'Recibidas', sides: { ours: received?.ours ?? null, stp: received?.stp ?? null, ledger: null } },
  ]
}

interface Keyed {
  order_type: 'E' | 'R'
  tracking_key: string | null
  loan_folio: string | null
}

const keyColumns: ExportColumn<Keyed>[] = [
  {
    header: 'Tipo',
    kind: 'text',
    of: ({ order_type }) => (order_type === 'E' ? 'Enviada' : 'Recibida'),
    width: 12,
  },
  { header: 'Clave de rastreo', kind: 'text', of: ({ tracking_key }) => tracking_key, width: 26 },
  { header: 'Folio', kind: 'text', of: ({ loan_folio }) => loan_folio, width: 12 },
]

type Sides = Record<'ours' | 'stp' | 'ledger', ReconciliationSide | null>

const stateOf = (side: ReconciliationSide | null) =>
  side === null ? 'No la tiene' : reconciliationStateWords[side.standing]

const sideColumnsOf = (own: string): ExportColumn<Sides>[] => [
  ...sidesOf(own).flatMap(({ key, label }): ExportColumn<Sides>[] => [
    { header: `${label}: estado`, kind: 'text', of: (row) => stateOf(row[key]) },
    { header: `${label}: monto`, kind: 'money', of: (row) => row[key]?.amount ?? null },
  ]),
  { header: `${own}: cuenta`, kind: 'text', of: ({ ours }) => ours?.account ?? null, width: 22 },
  { header: 'STP: cuenta', kind: 'text', of: ({ stp }) => stp?.account ?? null, width: 22 },
]

type RowOf<Query> = Query extends (trx: Trx, day: Day) => { execute: () => Promise<(infer Row)[]> }
  ? Row
  : never

const situationOf = (closed_at: string | null) => (closed_at === null ? 'Abierta' : 'Cerrada')

const differencesTableOf = (own: string): ExportTable<RowOf<typeof differencesOf>> => ({
  name: 'Diferencias',
  columns: [
    ...keyColumns,
    {
      header: 'Diferencia',
      kind: 'text',
      of: ({ order_type, kind }) => wordsOfDifference(order_type, kind).title,
      width: 36,
    },
    {
      header: 'Qué significa',
      kind: 'text',
      of: ({ order_type, kind }) => wordsOfDifference(order_type, kind).meaning,
      width: 60,
    },
    { header: 'Situación', kind: 'text', of: ({ closed_at }) => situationOf(closed_at), width: 14 },
    ...sideColumnsOf(own),
    { header: 'Encontrada', kind: 'instant', of: ({ found_at }) => found_at, width: 20 },
    { header: 'Nota', kind: 'text', of: ({ note }) => note, width: 48 },
    { header: 'Anotó', kind: 'text', of: ({ noted_by_name }) => noted_by_name, width: 24 },
  ],
})

const ordersTableOf = (own: string): ExportTable<RowOf<typeof ordersOf>> => ({
  name: 'Órdenes',
  columns: [
    ...keyColumns,
    ...sideColumnsOf(own),
    {
      header: 'Encontrada por la conciliación',
      kind: 'text',
      of: ({ found_in_list }) => (found_in_list ? 'Sí' : null),
      width: 28,
    },
  ],
})

const doubtsTable: ExportTable<DoubtedOrder> = {
  name: 'En duda',
  columns: [
    { header: 'Clave de rastreo', kind: 'text', of: ({ tracking_key }) => tracking_key, width: 26 },
    { header: 'Folio', kind: 'text', of: ({ loan_folio }) => loan_folio, width: 12 },
    { header: 'Monto', kind: 'money', of: ({ amount }) => amount },
    { header: 'Desde', kind: 'instant', of: ({ since }) => since, width: 20 },
    { header: 'Motivo', kind: 'text', of: ({ reason }) => reason ?? doubtReason, width: 60 },
  ],
}

interface DayOptions {
  operation_date: Day
  /** The product's name on this installation, which heads its side. */
  trade_name: string
  now: Temporal.Instant
}

/**
 * Writes a day's last complete comparison as an .xlsx: totals, differences, the orders in doubt now, and every order with
 * its three sides. Throws `reconciliation.not_found` (404) and, before the first complete comparison,
 * `reconciliation.not_ready` (409).
 */
export async function writeDay(
  snapshot: Trx,
  { operation_date, trade_name, now }: DayOptions,
): Promise<Readable> {
  const { totals, in_doubt } = await getDay(snapshot, operation_date, now)
  if (totals === null) throw new AppError('reconciliation.not_ready', 409)
  return writeBook([
    sheetOf(totalsTableOf(trade_name), totalsRows(totals, in_doubt)),
    sheetOf(differencesTableOf(trade_name), fetchRows(snapshot, differencesOf(snapshot, operation_date))),
    sheetOf(doubtsTable, fetchRows(snapshot, doubtsOf(snapshot, operation_date, now))),
    sheetOf(ordersTableOf(trade_name), fetchRows(snapshot, ordersOf(snapshot, operation_date))),
  ])
}
