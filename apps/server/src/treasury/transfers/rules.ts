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
 * its subject is open.
 */
export function isInReview({ status, contested_at }: TransferRow): boolean {
  return status === 'review' || contested_at !== null
}

/** Stands for all orders in an event: every screen that shows orders reloads. */
export const everyOrder = 0

const operatingInstitution = '90646'
const noIdentity = 'ND'
const nameLimit = 39
const largestReference = 9_999_999

/** What an order moves money for, by purpose: exactly one of a loan, a worker and an incoming payment. */
export type OrderTarget =
  | { purpose: 'payout'; loan_id: number }
  | { purpose: 'refund' | 'verification'; user_id: number }
  | { purpose: 'return'; incoming_payment_id: number }

/** The columns that name an order's target. */
export type TargetColumns = Pick<TransferRow, 'purpose' | 'loan_id' | 'user_id' | 'incoming_payment_id'>

/** Returns the columns of a target; those of other purposes are null. */
export function columnsOf(target: OrderTarget): TargetColumns {
  return { loan_id: null, user_id: null, incoming_payment_id: null, ...target }
}

/** Returns the id that an order must have for its purpose. Throws if it is null, which a constraint of the table rules out. */
export function requireId(id: number | null): number {
  if (id === null) throw new Error('The order has no record of its purpose')
  return id
}

/** First letter of the tracking keys of each purpose; payouts have none, so their keys begin with a digit. */
const keyLetters = { payout: '', refund: 'R', verification: 'V', return: 'D' } satisfies Record<
  OrderPurpose,
  string
>

/**
 * Returns the letter of the purpose, `HHmm` in Mexico City, 4 random digits, the id of the loan, worker or incoming
 * payment in base 36 and the attempt as two characters: at least 11 uppercase alphanumerics, below STP's limit of 30.
 * Letter, id and attempt make two orders differ.
 */
function trackingKey(now: Temporal.Instant, target: TargetColumns, attempt: number): string {
  const id = requireId(target.loan_id ?? target.user_id ?? target.incoming_payment_id)
  const local = localTime(now)
  const time = `${String(local.hour).padStart(2, '0')}${String(local.minute).padStart(2, '0')}`
  const random = String(randomInt(10_000)).padStart(4, '0')
  const parts = [
    keyLetters[target.purpose],
    time,
    random,
    id.toString(36),
    attempt.toString(36).padStart(2, '0'),
  ]
  return parts.join('').toUpperCase()
}

/** The receiver of an order's money. */
export interface Payee {
  first_name: string
  last_name: string
  bank: string
  account: string
  /** 10, a telephone number, only for a return. */
  account_type: 40 | 3 | 10
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
  target: OrderTarget
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
  { target, amount_cents, payment_concept, attempt, payee, payer, place }: OrderParts,
  now: Temporal.Instant,
) {
  const columns = columnsOf(target)
  return {
    ...columns,
    attempt,
    status: 'pending' as const,
    tracking_key: trackingKey(now, columns, attempt),
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
