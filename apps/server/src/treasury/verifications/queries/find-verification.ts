import {
  type AccountObstacle,
  accountObstacle,
  maskName,
  type VerificationMode,
} from '@quincena/domain/accounts/verification-rules'
import type { AccountCheck } from '@quincena/domain/accounts/verification-schema'
import type { Selectable } from 'kysely'
import type { AccountVerificationTables } from '../../../db/account-verification-types.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { readSetting } from '../../../platform/settings/queries.ts'

export type VerificationRow = Selectable<AccountVerificationTables['account_verification']>

/** An account of a worker: 18 digits (CLABE) or 16 (card). */
export interface WorkerAccount {
  user_id: number
  account: string
}

/** Returns what the lender does with unverified accounts; off until an admin decides otherwise. */
export async function readVerificationMode(db: Db | Trx): Promise<VerificationMode> {
  return (await readSetting(db, 'account_verification'))?.value.mode ?? 'off'
}

const rowOf = (db: Db | Trx, { user_id, account }: WorkerAccount) =>
  db
    .selectFrom('account_verification')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('account', '=', account)

/** Returns the verification of an account; undefined if none was begun. */
export async function findVerification(
  db: Db | Trx,
  of: WorkerAccount,
): Promise<VerificationRow | undefined> {
  return rowOf(db, of).executeTakeFirst()
}

/** The same, locked until the transaction ends. The caller has locked the worker. */
export async function lockVerification(trx: Trx, of: WorkerAccount): Promise<VerificationRow | undefined> {
  return rowOf(trx, of).forUpdate().executeTakeFirst()
}

/**
 * Returns why money may not go to an account of a worker, or null if it may: a payout and a refund ask before they are
 * ordered. Null for every account unless the lender's setting is `block`.
 */
export async function findAccountObstacle(db: Db | Trx, of: WorkerAccount): Promise<AccountObstacle | null> {
  const [mode, verification] = await Promise.all([readVerificationMode(db), findVerification(db, of)])
  return accountObstacle(mode, verification)
}

const noVerification: Omit<AccountCheck, 'obstacle'> = {
  id: null,
  state: 'none',
  source: null,
  is_accepted: false,
  holder: null,
  requested_at: null,
  decided_at: null,
}

/**
 * Returns the verification of an account as its worker may see it; undefined if the setting is off and there is none.
 */
export async function findAccountCheck(db: Db, of: WorkerAccount): Promise<AccountCheck | undefined> {
  const mode = await readVerificationMode(db)
  const row = await findVerification(db, of)
  if (row === undefined && mode === 'off') return undefined
  const obstacle = accountObstacle(mode, row)
  if (row === undefined) return { ...noVerification, obstacle }
  const { id, state, source, accepted_at, holder_name, requested_at, decided_at } = row
  const holder = holder_name === null ? null : maskName(holder_name)
  return { id, state, source, is_accepted: accepted_at !== null, obstacle, holder, requested_at, decided_at }
}
