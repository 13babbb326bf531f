import { formatMoney } from '../format.ts'
import { headerOf, type LoanSheet } from './columns.ts'
import type { LoanFacts } from './facts.ts'

/** Names of the facts in the order in which differences are reported. */
const FACT_NAMES: readonly (readonly [keyof LoanFacts, LoanSheet])[] = [
  ...(
    [
      'company',
      'curp',
      'employee_number',
      'type',
      'amount',
      'annual_rate',
      'commission',
      'frequency',
    ] as const
  ).map((field) => [field, 'loans'] as const),
  ...(['installments', 'granted_on', 'first_due', 'tax_rate', 'tax_added'] as const).map(
    (field) => [field, 'loans'] as const,
  ),
  ['claimed', 'balances'],
]
const AMOUNTS: readonly string[] = ['amount', 'commission', 'claimed']

function shown(field: string, value: unknown): string {
  if (value === undefined || value === null) return 'vacío'
  return AMOUNTS.includes(field) ? formatMoney(Number(value)) : String(value)
}

/** A company's key is the same in small letters. */
const isSame = (field: keyof LoanFacts, before: LoanFacts, after: LoanFacts) =>
  field === 'company'
    ? before.company.toUpperCase() === after.company.toUpperCase()
    : before[field] === after[field]

/**
 * What a workbook says of an imported loan otherwise than the workbook that brought it, in Spanish; null if it says the
 * same.
 */
export function changeOfFacts(before: LoanFacts, after: LoanFacts): string | null {
  const changed = FACT_NAMES.flatMap(([field, sheet]) =>
    isSame(field, before, after)
      ? []
      : [`${headerOf(sheet, field)}: ${shown(field, before[field])} → ${shown(field, after[field])}`],
  )
  const lists = (['schedule', 'payments'] as const).flatMap((list) => {
    const [old, now] = [before[list] ?? [], after[list] ?? []]
    const isEqual = old.length === now.length && old.every((row, index) => sameRow(row, now[index]))
    const name = list === 'schedule' ? 'Calendario' : 'Pagos'
    return isEqual ? [] : [`${name}: ${old.length} → ${now.length} filas, o con otros datos`]
  })
  const all = [...changed, ...lists]
  return all.length === 0 ? null : all.join('; ')
}

/** True if two rows have the same values, whatever the order of their fields. */
function sameRow(one: object, other: object | undefined): boolean {
  if (other === undefined) return false
  const entries = (row: object) =>
    JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return entries(one) === entries(other)
}
