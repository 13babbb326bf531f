import type { IncomingPayment } from '@quincena/domain/incoming-payments/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'
import { readClaimParts } from '../../../treasury/incoming-payments/queries/claim-parts.ts'

const inOrderOf = <Row extends { incoming_payment_id: number | null }>(rows: readonly Row[]) =>
  Map.groupBy(rows, ({ incoming_payment_id }) => incoming_payment_id ?? 0)

/** The payments in force that were registered from these incoming payments, oldest first. */
function paymentsFrom(db: Db | Trx, ids: readonly number[]) {
  return db
    .selectFrom('payment as p')
    .innerJoin('app_user as r', 'r.id', 'p.registered_by')
    .select(['p.id', 'p.incoming_payment_id', 'p.loan_id', 'p.created_at'])
    .select(['p.amount_paid_cents as amount_paid', 'p.discount_cents as discount'])
    .select(sql<string>`r.first_name || ' ' || r.last_name`.as('registered_by'))
    .where('p.incoming_payment_id', 'in', ids)
    .where('p.reversed_at', 'is', null)
    .orderBy('p.id')
    .execute()
}

async function creditsFrom(db: Db | Trx, ids: readonly number[]) {
  const rows = await db
    .selectFrom('incoming_payment_credit as c')
    .innerJoin('app_user as u', 'u.id', 'c.user_id')
    .innerJoin('app_user as s', 's.id', 'c.credited_by')
    .leftJoin('company', 'company.id', 'u.company_id')
    .select(['c.id', 'c.incoming_payment_id', 'c.amount_cents as amount', 'c.created_at', 'c.user_id'])
    .select(sql<string>`s.first_name || ' ' || s.last_name`.as('credited_by'))
    .select(sql<string>`u.first_name || ' ' || u.last_name`.as('worker_name'))
    .select('company.name as company_name')
    .where('c.incoming_payment_id', 'in', ids)
    .where('c.undone_at', 'is', null)
    .orderBy('c.id')
    .execute()
  return rows.map(({ user_id, worker_name, company_name, ...credit }) => ({
    ...credit,
    worker: { id: user_id, name: worker_name, company_name },
  }))
}

type Return = NonNullable<IncomingPayment['return']> & { incoming_payment_id: number | null }

/** The orders that return these incoming payments, or did. */
async function returnsOf(db: Db | Trx, ids: readonly number[]): Promise<Return[]> {
  const rows = await db
    .selectFrom('transfer')
    .select(['id', 'incoming_payment_id', 'state', 'created_at', 'ts_liquidation'])
    .where('incoming_payment_id', 'in', ids)
    .where('status', '<>', 'failed')
    .where((eb) => eb.or([eb('state', 'is', null), eb('state', '=', 'LQ')]))
    .execute()
  return rows.map(({ id, incoming_payment_id, state, created_at, ts_liquidation }) => ({
    incoming_payment_id,
    ...{ state: state === 'LQ' ? 'settled' : 'ordered', transfer: id, approval: null },
    at: ts_liquidation ?? created_at,
  }))
}

/** The requests of an action about these incoming payments that wait for a second person. */
const requestsOf = (db: Db | Trx, action: string, ids: readonly number[]) =>
  db
    .selectFrom('approval')
    .select(['id', 'subject_id', 'requested_at'])
    .where('action', '=', action)
    .where('subject', '=', 'incoming_payment')
    .where('subject_id', 'in', ids)
    .where('state', '=', 'open')
    .execute()

type Deposit = NonNullable<IncomingPayment['own_deposit']> & { incoming_payment_id: number | null }

/** The incoming payments that were the lender's own deposits, and the requests to record them as such. */
async function depositsFrom(db: Db | Trx, ids: readonly number[]): Promise<Deposit[]> {
  const requests = await requestsOf(db, 'cash_movement.record', ids)
  const movements = await db
    .selectFrom('cash_movement')
    .select(['id', 'incoming_payment_id', 'created_at'])
    .where('incoming_payment_id', 'in', ids)
    .where('reverses_id', 'is', null)
    .where('reversed_at', 'is', null)
    .execute()
  return [
    ...requests.map(({ id, subject_id, requested_at }) => ({
      ...{ incoming_payment_id: subject_id, movement: null, approval: id, at: requested_at },
    })),
    ...movements.map(({ id, incoming_payment_id, created_at }) => ({
      ...{ incoming_payment_id, movement: id, approval: null, at: created_at },
    })),
  ]
}

/** The returns that wait for a second person. */
async function requestedReturns(db: Db | Trx, ids: readonly number[]): Promise<Return[]> {
  const rows = await requestsOf(db, 'incoming_payment.return', ids)
  return rows.map(({ id, subject_id, requested_at }) => ({
    incoming_payment_id: subject_id,
    ...{ state: 'requested', transfer: null, approval: id, at: requested_at },
  }))
}

/** What the workers were charged of these incoming payments, oldest first. */
async function chargesOf(db: Db | Trx, ids: readonly number[]) {
  const rows = await db
    .selectFrom('suspense_charge as c')
    .innerJoin('user_summary as u', 'u.id', 'c.user_id')
    .innerJoin('user_summary as r', 'r.id', 'c.requested_by')
    .innerJoin('user_summary as s', 's.id', 'c.charged_by')
    .select(['c.id', 'c.incoming_payment_id', 'c.amount_cents as amount', 'c.reason', 'c.created_at'])
    .select(['c.user_id', 'u.name', 'r.name as requested_by', 's.name as charged_by'])
    .where('c.incoming_payment_id', 'in', ids)
    .orderBy('c.id')
    .execute()
  return rows.map(({ user_id, name, ...charge }) => ({ ...charge, worker: { id: user_id, name } }))
}

/** What belongs to our claims on the money that STP took back: who used it, the charges, and the requests for one. */
async function readClaims(db: Db | Trx, ids: readonly number[]) {
  const empty = ids.length === 0
  return {
    parts: inOrderOf(await readClaimParts(db, ids)),
    charges: inOrderOf(empty ? [] : await chargesOf(db, ids)),
    requests: empty ? [] : await requestsOf(db, 'incoming_payment.charge', ids),
  }
}

/** What was done with incoming payments, by their ids: payments, credits to workers, returns and own deposits. */
export async function readUses(
  db: Db | Trx,
  rows: readonly { id: number; stp_returned_at: string | null }[],
) {
  const ids = rows.map(({ id }) => id)
  const taken = rows.filter(({ stp_returned_at }) => stp_returned_at !== null)

  const payments = await paymentsFrom(db, ids)
  const credits = await creditsFrom(db, ids)
  const returns = [...(await requestedReturns(db, ids)), ...(await returnsOf(db, ids))]
  const deposits = await depositsFrom(db, ids)
  return {
    ...{ payments: inOrderOf(payments), credits: inOrderOf(credits) },
    ...{ returns: inOrderOf(returns), deposits: inOrderOf(deposits) },
    claims: await readClaims(
      db,
      taken.map(({ id }) => id),
    ),
  }
}
export type Uses = Awaited<ReturnType<typeof readUses>>
