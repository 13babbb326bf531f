import { addDays } from '@quincena/domain/dates'
import type { loanDetail } from '@quincena/domain/loans/detail-schema'
import { figuresOn } from '@quincena/domain/loans/figures'
import { type LoanPosition, openCredit, rowsInForce } from '@quincena/domain/loans/position'
import { presentRow } from '@quincena/domain/loans/schedule'
import { installment } from '@quincena/domain/loans/schema'
import { pesos } from '@quincena/domain/money'
import { z } from 'zod'
import { today } from '../src/lib/today.ts'
import { loanDetailOf } from './loan.ts'
import { previewTerms } from './preview.ts'

/** The business day `days` after today; a negative number goes back. */
export const dayFromToday = (days: number) => addDays(today(), days)

/**
 * The credit of `previewTerms` in the format of the detail, with the figures that the model gives on its first day. It
 * was sent 30 days ago by this device's clock, so that a form accepts value dates up to today.
 */
export function modelCredit(
  values: Partial<z.input<typeof loanDetail>> = {},
  position: LoanPosition = openCredit(previewTerms),
): z.input<typeof loanDetail> {
  const { amount_due, payoff, to_pay } = figuresOn(position, previewTerms.start)
  const rows = rowsInForce(position).map((row) => z.encode(installment, { ...presentRow(row), paid: false }))
  return loanDetailOf('active', {
    amount: pesos(previewTerms.amount),
    ...{ amount_due: pesos(amount_due), total_debt: pesos(amount_due), payoff: pesos(payoff) },
    suggested_payment: pesos(Math.min(to_pay?.amount ?? 0, payoff)),
    to_pay: to_pay && { by: to_pay.by, amount: pesos(to_pay.amount) },
    schedule: rows.map((row) => ({ ...row, version: 1 })),
    schedules: [{ version: 1, from: dayFromToday(-30), schedule: rows }],
    ...values,
  })
}
