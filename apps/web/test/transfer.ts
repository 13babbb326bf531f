import type { transferDetail } from '@quincena/domain/transfers/detail'
import type { transferOrder } from '@quincena/domain/transfers/schema'
import type { z } from 'zod'

type Order = z.input<typeof transferOrder>

/** A settled STP order in the API's format, amounts in pesos; `given` overrides its fields. */
export function transferOf(given: Partial<Order> = {}): Order {
  return {
    id: 50,
    tracking_key: '1205123435R01',
    order_state: 'sent',
    state: 'LQ',
    amount: 12_000,
    operation_date: '2026-11-16',
    url_cep: null,
    created_at: '2026-11-16T18:00:00Z',
    sent_at: '2026-11-16T18:01:00Z',
    ts_liquidation: '2026-11-16T18:02:00Z',
    stp_state: 'LQ',
    payment_type: 1,
    payment_concept: 'Envio de credito',
    register_order: '9001',
    payment_order: '9001',
    company: 'QUINCENA',
    purpose: 'payout',
    user: 7,
    person: 'María López',
    incoming_payment: null,
    held_reason: null,
    loan: 123,
    loan_type: 'credit',
    loan_folio: 'C-000123',
    attempt: 1,
    beneficiary_name: 'Maria Lopez',
    rfc_curp_beneficiary: 'ND',
    beneficiary_account: '012180100001583800',
    account_type_beneficiary: 40,
    payer_name: 'Quincena',
    rfc_curp_payer: 'ND',
    paying_account: '646180110400000007',
    account_type_payer: 40,
    operating_institution: 90_646,
    counterpart_institution: 40_012,
    numeric_reference: 123_456,
    folio_origin: null,
    delivery_medium: 3,
    signature: null,
    latitude: '19.43',
    long: '-99.13',
    ts_capture: null,
    error: null,
    return_cause: null,
    returned_at: null,
    needs_review: false,
    review_reason: null,
    ...given,
  }
}

type Detail = z.input<typeof transferDetail>

/** The order of `transferOf` in the format of the detail: settled in one attempt. */
export function transferDetailOf(given: Partial<Detail> = {}): Detail {
  const order = transferOf(given)
  const { id, attempt, tracking_key, order_state, state, needs_review, created_at } = order
  return {
    ...order,
    events: [{ kind: 'created', at: created_at, by: null, note: null }],
    attempts: [{ id, attempt, tracking_key, order_state, state, needs_review, created_at }],
    closed_ways: { settled: null, returned: null, not_sent: null },
    ...given,
  }
}
