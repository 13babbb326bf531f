import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { bankName } from '@quincena/domain/mexico/banks'

/** Formats an account with its bank and last four digits: `BBVA ···· 1234`. */
export function shownAccount(bank: string | null, account: string): string {
  return `${bankName(bank)} ···· ${account.slice(-4)}`
}

/** Formats the worker's current account, which the next payout uses. */
export function maskedAccount({ bank, debit_card_number }: LoanDetail['user']): string {
  return debit_card_number === null ? 'sin cuenta' : shownAccount(bank, debit_card_number)
}
