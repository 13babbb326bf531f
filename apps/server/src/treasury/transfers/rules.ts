import { randomInt } from 'node:crypto'
import { localTime } from '@quincena/domain/dates'
import { operatingDay } from '@quincena/domain/mexico/holidays'
import type { OrderPurpose } from '@quincena/domain/transfers/rules'
import type { Selectable } from 'kysely'
import type { LoanTables } from '../../db/loan-types.ts'
import { stpText } from '../../integrations/stp/cadena.ts'
import type { TransferOrder } from '../../integrations/stp/order-body.ts'

export type TransferRow = Selectable<LoanTables['transfer']>

/**
 * True if an admin must state what happened to the money: the order is in review, or contested while another order of
 * its loan is open.
 */
export function isInReview({ status, contested_at }: TransferRow): boolean {
  return status === 'review' || contested_at !== null
}

const operatingInstitution = '90646'
const noIdentity = 'ND'
const nameLimit = 39
const largestReference = 9_999_999

/**
 * Returns `HHmm` in Mexico City, 4 random digits, the loan id in base 36 and the attempt as two characters: at least 11
 * uppercase alphanumerics, below STP's limit of 30. Loan id and attempt make two attempts differ.
 */
function trackingKey(now: Temporal.Instant, loan_id: number, attempt: number): string {
  const local = localTime(now)
  const time = `${String(local.hour).padStart(2, '0')}${String(local.minute).padStart(2, '0')}`
  const random = String(randomInt(10_000)).padStart(4, '0')
  return `${time}${random}${loan_id.toString(36)}${attempt.toString(36).padStart(2, '0')}`.toUpperCase()
}

/** The receiver of an order's money. */
export interface Payee {
  first_name: string
  last_name: string
  bank: string
  account: string
  account_type: 40 | 3
}

interface Payer {
  payer_name: string
  payer_account: string
}

/** The location that STP expects with an order; null if it is not known. */
export interface Place {
  latitude: number | null
  longitude: number | null
}

export interface OrderParts {
  purpose: OrderPurpose
  loan_id: number
  amount_cents: number
  /** What the receiver's bank shows. */
  payment_concept: string
  attempt: number
  payee: Payee
  payer: Payer
  place: Place
}

/** Builds the row of a new `pending` order. Key, account and amount (centavos) are fixed here and never change. */
export function newOrder(
  { purpose, loan_id, amount_cents, payment_concept, attempt, payee, payer, place }: OrderParts,
  now: Temporal.Instant,
) {
  return {
    purpose,
    loan_id,
    attempt,
    status: 'pending' as const,
    tracking_key: trackingKey(now, loan_id, attempt),
    numeric_reference: randomInt(1, largestReference + 1),
    amount_cents,
    operation_date: operatingDay(now),
    payment_concept: stpText(payment_concept, nameLimit),
    beneficiary_name: stpText(`${payee.first_name} ${payee.last_name}`, nameLimit),
    beneficiary_account: payee.account,
    account_type_beneficiary: payee.account_type,
    rfc_curp_beneficiary: noIdentity,
    counterpart_institution: payee.bank,
    operating_institution: operatingInstitution,
    payer_name: stpText(payer.payer_name, nameLimit),
    paying_account: payer.payer_account,
    rfc_curp_payer: noIdentity,
    ...place,
  }
}

/**
 * Converts a stored order to the form that STP's client takes. The tracking key is also sent as `folioOrigen`, which
 * STP returns in every callback.
 */
export function stpOrderOf(row: TransferRow): TransferOrder {
  return {
    tracking_key: row.tracking_key,
    amount: row.amount_cents,
    counterpart_institution: row.counterpart_institution,
    beneficiary_name: row.beneficiary_name,
    beneficiary_account: row.beneficiary_account,
    account_type_beneficiary: row.account_type_beneficiary === 3 ? 3 : 40,
    rfc_curp_beneficiary: row.rfc_curp_beneficiary,
    payment_concept: row.payment_concept,
    numeric_reference: row.numeric_reference,
    folio_origin: row.tracking_key,
    ...(row.latitude === null ? {} : { latitude: row.latitude }),
    ...(row.longitude === null ? {} : { longitude: row.longitude }),
  }
}
