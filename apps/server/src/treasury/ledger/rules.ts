import { EMPTY_BOOKS, type LoanBooks } from '@quincena/domain/loans/books'
import type { Cents } from '@quincena/domain/money'
import type { LedgerAccount } from '../../db/treasury-types.ts'

/** An amount in centavos that moves from the credit account to the debit account. */
export interface Move {
  kind: string
  debit: LedgerAccount
  credit: LedgerAccount
  amount: Cents
}

/** A move; of a negative amount, the reversal of its kind. */
export function signedMove(kind: string, accounts: [LedgerAccount, LedgerAccount], amount: Cents): Move {
  const [debit, credit] = accounts
  return amount < 0
    ? { kind: `${kind}_reversed`, debit: credit, credit: debit, amount: -amount }
    : { kind, debit, credit, amount }
}

/** The change of a loan's books from one state to another, in centavos (lending.md §6). */
export interface BooksChange {
  from: LoanBooks
  to: LoanBooks
  tax_added: boolean
  /** The part of the receivable's change that is money: more with a payout, less with a payment. */
  money: Cents
  /** True for a payout and its return, which also post the contract's charge. */
  is_payout?: boolean
}

/**
 * The moves between two states of a loan's books, without those of the money. All of them are posted together, so that
 * the ledger holds the second state afterwards.
 */
export function movesBetween({ from, to, tax_added, money, is_payout = false }: BooksChange): Move[] {
  const income = to.income - from.income
  const collected_tax = to.tax_payable - from.tax_payable
  const tax = to.tax_pending - from.tax_pending + collected_tax
  const receivable = to.receivable - from.receivable - money
  const added_tax = tax_added ? tax : 0
  const charge = receivable - added_tax
  return [
    ...(is_payout
      ? [
          signedMove('payout_charge', ['loan_receivable', 'unearned_finance_charge'], charge),
          signedMove('payout_tax', ['loan_receivable', 'tax_pending'], added_tax),
        ]
      : [
          signedMove('discount', ['unearned_finance_charge', 'loan_receivable'], -charge),
          signedMove('tax_discount', ['tax_pending', 'loan_receivable'], -added_tax),
        ]),
    signedMove('charge_earned', ['unearned_finance_charge', 'finance_income'], income),
    signedMove('tax_accrued', ['unearned_finance_charge', 'tax_pending'], tax - added_tax),
    signedMove('tax_collected', ['tax_pending', 'tax_payable'], collected_tax),
  ]
}

const OPENING_KINDS: Record<string, string> = { payout_charge: 'opening_charge', payout_tax: 'opening_tax' }

/**
 * The moves that open an imported loan, apart from its payments, of which `paid` centavos are posted beside them: the
 * loan's books are `to` afterwards, but its income and collected VAT of the former system are the opening balance's.
 */
export function openingMoves({
  amount,
  paid,
  to,
  tax_added,
}: {
  amount: Cents
  paid: Cents
  to: LoanBooks
  tax_added: boolean
}): Move[] {
  const change = { from: EMPTY_BOOKS, to, tax_added, money: amount - paid, is_payout: true }
  const equity = 'opening_balance_equity' as const
  return [
    signedMove('opening_principal', ['loan_receivable', equity], amount),
    ...movesBetween(change).map((move) => ({ ...move, kind: OPENING_KINDS[move.kind] ?? move.kind })),
    signedMove('opening_income', ['finance_income', equity], to.income),
    signedMove('opening_tax_paid', ['tax_payable', equity], to.tax_payable),
  ]
}
