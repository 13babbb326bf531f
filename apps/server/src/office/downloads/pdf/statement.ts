import type { Day } from '@quincena/domain/dates'
import type { Lender } from '@quincena/domain/lender/schema'
import type { ReceivingAccount } from '@quincena/domain/loans/detail-schema'
import type { LoanState, LoanType } from '@quincena/domain/loans/rules'
import type { Installment } from '@quincena/domain/loans/schema'
import type { Cents } from '@quincena/domain/money'
import type { DividedPayment } from '../../../lending/payments/pdf/division-parts.ts'

/** An installment of the schedule in force with its state today. */
export interface StatementInstallment extends Omit<Installment, 'paid'> {
  status: 'paid' | 'pending' | 'overdue'
}

/** Sums of a loan's movements in centavos: principal + charge − paid − discount + remainder − paid_apart = balance. */
export interface StatementSums {
  principal: Cents
  charge: Cents
  paid: Cents
  discount: Cents
  /** Part of the payments beyond what settled the loan: it is the worker's. */
  remainder: Cents
  /** Reversed payments of a settled loan, which the worker owes outside of it. */
  paid_apart: Cents
  balance: Cents
}

/** The data of a loan's statement. Amounts in centavos, instants ISO 8601 in UTC. */
export interface Statement {
  as_of: string
  lender: Lender
  worker: { name: string; curp: string | null }
  company_name: string | null
  folio: string
  type: LoanType
  state: LoanState
  amount: Cents
  total_debt: Cents
  interest_rate: number
  commission: Cents
  tax_rate: number
  tax_added: boolean
  cat: number | null
  /** `6 meses`, `5 días`. */
  period: string
  payment_deadline: Day | null
  /** The amount that keeps the loan from being late and its day; null if nothing is owed. */
  to_pay: { by: Day; amount: Cents } | null
  /** What is missing of installments due before today. */
  overdue: Cents
  /** The payment that settles the loan today. */
  payoff: Cents
  accepted_at: string | null
  sent_at: string | null
  receiving_account: ReceivingAccount | null
  /** What the payments have paid until today: `interest` without VAT, and money that waits for a later due date. */
  collected: { principal: Cents; interest: Cents; tax: Cents; waiting: Cents }
  /** Sums of the ledger entries of the debt. `charge` includes added VAT. */
  sums: StatementSums
  schedule_version: { version: number; from: Day }
  installments: StatementInstallment[]
  /** In order of registration. */
  payments: DividedPayment[]
  moves: { kind: string; created_at: string; change: Cents; balance: Cents }[]
}
