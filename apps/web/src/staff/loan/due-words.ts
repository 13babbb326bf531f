import { formatDate, formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'

/** What a loan owes, in the order of urgency: what is overdue, what to pay and by when, what settles it today. */
export function dueTexts({ overdue, to_pay, payoff }: Pick<LoanDetail, 'overdue' | 'to_pay' | 'payoff'>) {
  const texts = [
    overdue > 0 && `Vencido ${formatMoney(overdue)}`,
    to_pay !== null && `Por pagar ${formatMoney(to_pay.amount)} a más tardar el ${formatDate(to_pay.by)}`,
    payoff > 0 && `Hoy se liquida con ${formatMoney(payoff)}`,
  ]
  return texts.filter((text) => text !== false)
}

/** How many installments of the schedule in force are covered, by how many payments does not matter. */
export function coveredInstallments({ schedule }: Pick<LoanDetail, 'schedule'>): {
  paid: number
  all: number
} {
  return { paid: schedule.filter(({ paid }) => paid).length, all: schedule.length }
}
