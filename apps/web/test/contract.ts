import type { LoanState } from '@quincena/domain/loans/rules'
import { loanDetailOf } from './loan.ts'

export const sha256 = 'a'.repeat(64)
const account = { bank: '40012', bank_name: 'BBVA México', account_last4: '4321', account_type: 40 } as const
/** The loan of `loanDetailOf` with a receiving account. */
export const loanIn = (state: LoanState) => loanDetailOf(state, { receiving_account: account })
/** The STP order that an acceptance answers with, amounts in pesos. */
export const order = {
  id: 9,
  tracking_key: '120012345A01',
  order_state: 'sent',
  state: null,
  amount: 12_000,
  operation_date: '2026-11-15',
  url_cep: null,
  created_at: '2026-11-15T18:00:00Z',
  sent_at: '2026-11-15T18:00:01Z',
  ts_liquidation: null,
}
/** The data of the loan's contract in the API's format, amounts in pesos. */
export const payload = {
  loan: {
    id: 123,
    folio: 'C-000123',
    type: 'credit',
    amount: 12_000,
    total_debt: 13_200,
    final_value: 13_200,
    monthly_payment: 1_100,
    interest_rate: 0.18,
    commission: 0,
    tax_rate: 0,
    tax: 0,
    cat: 19.6,
    period: '12 meses',
    installments: 12,
    payment_deadline: '2027-11-15',
    schedule: loanDetailOf('approved').schedule,
  },
  borrower: {
    full_name: 'María López',
    curp: 'LOPM900101MDFRRR09',
    rfc: 'LOPM900101AB1',
    address: 'Calle 1',
    email: 'maria@ejemplo.mx',
    phone: '5510000000',
    company_name: 'Textiles del Norte',
  },
  lender: {
    name: 'Quincena, S.A. de C.V., SOFOM, E.N.R.',
    address: 'x',
    phone: 'x',
    email: 'x',
    reca: 'RECA-1',
  },
  receiving_account: account,
  business_day: '2026-11-15',
  texts: [],
}
