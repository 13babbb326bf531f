import type { NotedKind, NotedRecord } from '@quincena/domain/notes/schema'
import { AppError } from '../../command/errors.ts'
import type { Db, Trx } from '../../db/types.ts'

const find = {
  loan: (db: Db | Trx, id: number) => db.selectFrom('loan').select('id').where('id', '=', id),
  user: (db: Db | Trx, id: number) => db.selectFrom('app_user').select('id').where('id', '=', id),
  company: (db: Db | Trx, id: number) =>
    db.selectFrom('company').select('id').where('id', '=', id).where('deleted_at', 'is', null),
  transfer: (db: Db | Trx, id: number) => db.selectFrom('transfer').select('id').where('id', '=', id),
} as const satisfies Record<NotedKind, unknown>

const missing = {
  loan: 'loan.not_found',
  user: 'user.not_found',
  company: 'company.not_found',
  transfer: 'transfer.not_found',
} as const satisfies Record<NotedKind, string>

/** Throws `not_found` (404) of the kind for a record that is not there. */
export async function requireRecord(db: Db | Trx, { kind, id }: NotedRecord): Promise<void> {
  const row = await find[kind](db, id).executeTakeFirst()
  if (row === undefined) throw new AppError(missing[kind], 404)
}

/**
 * As `requireRecord`, and keeps the record until the transaction ends. A company is deleted by an update, which waits for
 * a shared lock only; rows that are really deleted wait for a key lock, which lets payments of the loan go on.
 */
export async function keepRecord(trx: Trx, { kind, id }: NotedRecord): Promise<void> {
  const record = find[kind](trx, id)
  const row = await (kind === 'company' ? record.forShare() : record.forKeyShare()).executeTakeFirst()
  if (row === undefined) throw new AppError(missing[kind], 404)
}
