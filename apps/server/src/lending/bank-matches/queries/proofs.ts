import type { PaymentProof, proofQuery } from '@quincena/domain/bank-statements/schema'
import { DEFAULT_PROOF_DAYS, PROOF_STATES } from '@quincena/domain/payments/proof'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { isOneOf } from '../../../db/one-of.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { countRows, inOrderOf, orderOf } from '../../../http/pagination.ts'
import { type CountedRows, countListed } from '../../../platform/list-counts/queries/counts.ts'
import { readPart, takePart } from '../../../platform/list-counts/queries/pages.ts'
import { readSetting } from '../../../platform/settings/queries.ts'
import { bankPaymentRows, paymentMatches, presentBankPayment } from './bank-payments.ts'

/** After how many days a payment that is still to be proved is late. */
export async function readProofDays(db: Db | Trx): Promise<number> {
  return (await readSetting(db, 'payment_proof'))?.value.proof_days ?? DEFAULT_PROOF_DAYS
}

/** SQL of the instant before which a payment that is still to be proved is late. */
const lateBefore = (now: string | RawBuilder<string>) => sql<string>`(
  ${now}::timestamptz - interval '24 hours' * coalesce(
    (select (value ->> 'proof_days')::int from setting where name = 'payment_proof'), ${sql.lit(DEFAULT_PROOF_DAYS)}))`

function proofRows(db: Db) {
  return bankPaymentRows(db)
    .innerJoin('bank_account as a', 'a.id', 'p.bank_account_id')
    .innerJoin('user_summary as r', 'r.id', 'p.registered_by')
    .leftJoin('user_summary as d', 'd.id', 'p.proof_by')
    .leftJoin('payment_voucher as v', 'v.id', 'p.voucher_id')
    .leftJoin('bank_match as m', 'm.payment_id', 'p.id')
    .leftJoin('bank_line as b', 'b.id', 'm.line_id')
    .select(['a.id as account_id', 'a.name as account_name', 'r.name as registered_by', 'd.name as proof_by'])
    .select(['p.proof_at', 'p.proof_reason', 'p.reversed_at', 'b.id as line_id', 'b.day as line_day'])
    .select(['v.id as voucher_id', 'v.media_type', 'v.file_name'])
    .select(
      sql<
        number | null
      >`(select id from approval where action = 'payment.confirm_voucher' and subject = 'payment'
        and subject_id = p.id and state = 'open' limit 1)`.as('approval'),
    )
}

type Row = Awaited<ReturnType<ReturnType<typeof proofRows>['execute']>>[number]

function presentProof(row: Row, fileOf: (voucher_id: string) => string): PaymentProof {
  const { registered_by, proof_by, proof_at, proof_reason, reversed_at, approval } = row
  const { line_id, line_day, voucher_id, media_type, file_name } = row
  return {
    ...presentBankPayment(row),
    ...{ registered_by, proof_by, proof_at, proof_reason, reversed_at, approval },
    bank_account: { id: row.account_id, name: row.account_name },
    line: line_id === null || line_day === null ? null : { id: line_id, day: line_day },
    voucher:
      voucher_id === null || media_type === null || file_name === null
        ? null
        : { id: voucher_id, file: fileOf(voucher_id), media_type, file_name },
  }
}

interface ProofsInput {
  query: z.output<typeof proofQuery>
  now: Temporal.Instant
  /** The signed address of a voucher's file. */
  fileOf: (voucher_id: string) => string
}

/** Query of the ids of payments outside STP that match, without the tables that only the rows of a page need. */
function proofIds(db: Db, { query: input, now }: Omit<ProofsInput, 'fileOf'>) {
  const { state, late, loan, payment, search } = input
  let query = db.selectFrom('payment as p').select('p.id').where('p.bank_account_id', 'is not', null)
  if (loan !== undefined) query = query.where('p.loan_id', '=', loan)
  else if (payment !== undefined) query = query.where('p.id', '=', payment)
  else query = query.where('p.reversed_at', 'is', null).where('p.proof', 'is not', null)
  if (state !== undefined) query = query.where(isOneOf('p.proof', [state]))
  if (late === true)
    query = query.where('p.proof', '=', 'pending').where('p.created_at', '<', lateBefore(now.toString()))
  return query.$if(search !== undefined && search !== '', (all) =>
    all
      .innerJoin('loan as l', 'l.id', 'p.loan_id')
      .innerJoin('user_summary as u', 'u.id', 'p.user_id')
      .where(paymentMatches(search ?? '')),
  )
}

/** The payments as the kept numbers know them; undefined if only the payments themselves tell. */
function countedProofs({
  state,
  late,
  loan,
  payment,
  search,
}: ProofsInput['query']): CountedRows | undefined {
  const isKept = late !== true && loan === undefined && payment === undefined && !search
  return isKept ? { list: 'payment', key: [state === undefined ? PROOF_STATES : [state]] } : undefined
}

/**
 * One page of payments outside STP with what proves them. `late` are those in force that wait for longer than the setting
 * says; a state shows payments in force alone, a loan all of its payments, `payment` this one alone.
 */
export async function listProofs(db: Db, { query, now, fileOf }: ProofsInput) {
  const { column, direction } = orderOf(query.ordering, ['created_at', 'amount', 'value_date'])
  const by = column === 'amount' ? 'p.amount_paid_cents' : (`p.${column}` as const)
  const matching = proofIds(db, { query, now })
  const counted = countedProofs(query)
  const count = await (counted === undefined ? countRows(matching) : countListed(db, counted))
  const days = column === 'created_at' ? counted && { ...counted, at: 'p.created_at' } : undefined
  const page = await readPart(db, { ...query, count, direction, days }, (part) =>
    takePart(matching.orderBy(by, part.direction).orderBy('p.id', part.direction), part).execute(),
  )
  if (page.length === 0) return { count, rows: [] }
  const ids = page.map(({ id }) => id)
  const rows = await proofRows(db).where('p.id', 'in', ids).execute()
  return { count, rows: inOrderOf(ids, rows).map((row) => presentProof(row, fileOf)) }
}

/** A query of one row that counts the payments whose proof is late, and those whose voucher was rejected. */
export const proofCounts = (db: Db | Trx, now: RawBuilder<string>) =>
  db
    .selectFrom('payment')
    .where('reversed_at', 'is', null)
    .where(isOneOf('proof', ['pending', 'rejected']))
    .select([
      sql<number>`count(*) filter (where proof = 'pending' and created_at < ${lateBefore(now)})`.as(
        'late_proofs',
      ),
      sql<number>`count(*) filter (where proof = 'rejected')`.as('rejected_proofs'),
    ])
