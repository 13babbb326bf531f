import type { incomingPayment } from '@quincena/domain/incoming-payments/schema'
import type { z } from 'zod'

type Incoming = z.input<typeof incomingPayment>

/** The loan of `loanDetailOf` in the format of an incoming payment's match. */
export const paidLoan: NonNullable<Incoming['match']>['loan'] = {
  id: 123,
  folio: 'C-000123',
  type: 'credit',
  state: 'active',
  borrower: 'María López',
  amount_due: 13_200,
}

/** An open incoming payment in the API's format, with nothing left until STP confirms it, amounts in pesos; `given` overrides its fields. */
export function incomingOf(given: Partial<Incoming> = {}): Incoming {
  return {
    id: 70,
    status: 'open',
    amount: 1_100,
    received_at: '2026-12-15T18:00:00Z',
    operation_date: '2026-12-15',
    settled_at: '2026-12-15T17:59:00Z',
    tracking_key: 'PAGO0000000001',
    payer_name: 'TEXTILES DEL NORTE SA DE CV',
    paying_account: '072691004495711499',
    paying_institution: 40_072,
    rfc_curp_payer: 'ND',
    beneficiary_account: '646180110400000007',
    payment_concept: 'PAGO C-000123',
    numeric_reference: 5_273_144,
    stp_check: 'confirmed',
    stp_confirmed_at: '2026-12-15T18:00:05Z',
    found_in_list: false,
    is_returned_money: false,
    match: { rule: 'folio', loan: paidLoan },
    payments: [],
    credits: [],
    return: null,
    own_deposit: null,
    stp_returned_at: null,
    claim: null,
    owner: null,
    unapplied: given.stp_confirmed_at === null ? 0 : (given.amount ?? 1_100),
    dismissal: null,
    ...given,
  }
}
