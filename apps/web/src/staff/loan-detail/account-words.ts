import type { LoanDetail } from '@quincena/domain/loans/schema'
import { bankName } from '@quincena/domain/mexico/banks'

/** `BBVA Mexico ···· 1234`: as much of an account as anybody needs to recognise it. */
export function shownAccount(bank: string | null, account: string): string {
  return `${bankName(bank)} ···· ${account.slice(-4)}`
}

/** The worker's present account, where the next payout goes. */
export function maskedAccount({ bank, debit_card_number }: LoanDetail['user']): string {
  return debit_card_number === null ? 'sin cuenta' : shownAccount(bank, debit_card_number)
}
