import type { CommissionStep } from '@quincena/domain/loans/advance-price'
import { pesos } from '@quincena/domain/money'

/** A row of the table as typed, in pesos. An empty `up_to` means any larger amount. */
export interface CommissionRow {
  up_to: string
  commission: string
}

/** Writes rows as the one text that the form keeps: `1000: 100; : 150`. An empty text stands for a single commission. */
export function textOfRows(rows: readonly CommissionRow[]): string {
  const clean = (text: string) => text.replaceAll(/[:;]/g, '').trim()
  return rows.map(({ up_to, commission }) => `${clean(up_to)}: ${clean(commission)}`).join('; ')
}

/** Reads the rows of the form's text; none where the company has a single commission. */
export function rowsOfText(text: string): CommissionRow[] {
  if (text === '') return []
  return text.split(';').map((row) => {
    const [up_to = '', commission = ''] = row.split(':')
    return { up_to: up_to.trim(), commission: commission.trim() }
  })
}

/** Writes the stored steps, which are in centavos, as the form's text. */
export function textOfSteps(steps: readonly CommissionStep[] | null): string {
  const rows = (steps ?? []).map(({ up_to, commission }) => ({
    up_to: up_to === null ? '' : String(pesos(up_to)),
    commission: String(pesos(commission)),
  }))
  return textOfRows(rows)
}
