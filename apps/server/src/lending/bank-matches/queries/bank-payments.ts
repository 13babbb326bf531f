import type { BankPayment } from '@quincena/domain/bank-statements/schema'
import { exactCents } from '@quincena/domain/incoming-payments/amount'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'
import { likePattern, plainAmount } from '../../../http/pagination.ts'

/** Payments outside STP with their loan, worker and owner. */
export function bankPaymentRows(db: Db | Trx) {
  return db
    .selectFrom('payment as p')
    .innerJoin('loan as l', 'l.id', 'p.loan_id')
    .innerJoin('user_summary as u', 'u.id', 'p.user_id')
    .leftJoin('user_summary as o', 'o.id', 'p.owner_id')
    .select(['p.id', 'p.loan_id', 'l.folio', 'u.name as borrower', 'p.amount_paid_cents', 'p.value_date'])
    .select(['p.channel', 'p.reference', 'p.proof', 'p.created_at', 'p.owner_id', 'o.name as owner_name'])
    .where('p.bank_account_id', 'is not', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof bankPaymentRows>['execute']>>[number]

/** The owner of a row; null without one. */
export const ownerOf = ({ owner_id, owner_name }: { owner_id: number | null; owner_name: string | null }) =>
  owner_id === null || owner_name === null ? null : { id: owner_id, name: owner_name }

/** A payment as the screens of the banks show it; amounts in centavos. */
export function presentBankPayment(row: Row): BankPayment {
  const { id, folio, borrower, value_date, channel, reference, proof, created_at } = row
  return {
    ...{ id, folio, borrower, value_date, channel, reference, proof, created_at, owner: ownerOf(row) },
    ...{ loan_request: row.loan_id, amount: row.amount_paid_cents },
  }
}

/** SQL that is true for rows whose worker, folio or reference has the text, or whose amount in pesos is the text. */
export function paymentMatches(text: string) {
  const pattern = likePattern(text)
  return sql<boolean>`(
    searchable(u.name) like searchable(${pattern}) or l.folio ilike ${pattern} or p.reference ilike ${pattern}
    or p.amount_paid_cents = ${exactCents(plainAmount(text))}::bigint)`
}
