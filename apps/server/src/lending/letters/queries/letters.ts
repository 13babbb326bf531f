import { letterFolio } from '@quincena/domain/letters/rules'
import type { LetterKind, LetterRow, VoidReason } from '@quincena/domain/letters/schema'
import { type Actor, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'

/** A letter that is not void; `sha256` and `storage_key` are null while its file is being made. */
export interface ValidLetter {
  id: number
  payload_sha256: string
  storage_key: string | null
  sha256: string | null
}

const validLetters = (db: Db | Trx) =>
  db
    .selectFrom('letter')
    .select(['id', 'payload_sha256', 'storage_key', 'sha256'])
    .where('voided_at', 'is', null)

/** The valid no-debt letter of a loan; undefined if there is none. */
export const findNoDebtLetter = (db: Db | Trx, loan_id: number): Promise<ValidLetter | undefined> =>
  validLetters(db).where('kind', '=', 'no_debt').where('loan_id', '=', loan_id).executeTakeFirst()

/** The valid certificate of the interest that a worker paid in a year; undefined if there is none. */
export const findInterestCertificate = (
  db: Db | Trx,
  { user_id, year }: { user_id: number; year: number },
): Promise<ValidLetter | undefined> =>
  validLetters(db)
    .where('kind', '=', 'interest')
    .where('user_id', '=', user_id)
    .where('year', '=', year)
    .executeTakeFirst()

/** Throws `loan.not_found` (404), also for another worker's loan. */
async function requireReadableLoan(
  db: Db,
  { user, loan_id }: { user: Actor; loan_id: number },
): Promise<void> {
  await db
    .selectFrom('loan')
    .select('id')
    .where('id', '=', loan_id)
    .$if(!isStaff(user), (own) => own.where('user_id', '=', user.id))
    .executeTakeFirstOrThrow(() => new AppError('loan.not_found', 404))
}

/** The no-debt letters of a loan, void ones too, newest first. Throws `loan.not_found` (404). */
export async function listLoanLetters(
  db: Db,
  reader: { user: Actor; loan_id: number },
): Promise<LetterRow[]> {
  await requireReadableLoan(db, reader)
  const rows = await db
    .selectFrom('letter')
    .select(['id', 'created_at', 'sealed_at', 'voided_at', 'void_reason'])
    .where('loan_id', '=', reader.loan_id)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ folio: letterFolio('no_debt', row.id), ...row }))
}

/** A sealed letter as the verification of a file names it. */
export interface SealedLetter {
  kind: LetterKind
  folio: string
  created_at: string
  voided_at: string | null
  void_reason: VoidReason | null
  storage_key: string | null
  constancia_storage_key: string | null
  constancia_sha256: string | null
}

/** Finds the sealed letter with this SHA-256, also a void one; undefined if there is none. */
export async function findSealedLetter(db: Db, sha256: string): Promise<SealedLetter | undefined> {
  const row = await db
    .selectFrom('letter')
    .select(['id', 'kind', 'created_at', 'voided_at', 'void_reason', 'storage_key'])
    .select(['constancia_storage_key', 'constancia_sha256'])
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { id, ...letter } = row
  return { folio: letterFolio(letter.kind, id), ...letter }
}

const filenames: Record<LetterKind, (folio: string) => string> = {
  no_debt: (folio) => `Constancia_de_no_adeudo_${folio}.pdf`,
  interest: (folio) => `Constancia_de_intereses_${folio}.pdf`,
}

/** The name under which a letter is saved. */
export const letterFilename = (kind: LetterKind, id: number) => filenames[kind](letterFolio(kind, id))

/**
 * Counts valid letters without a file, and how long the oldest waits, in seconds. A letter gets its folio before its file,
 * which takes seconds.
 */
export async function countUnsealedLetters(
  db: Db,
  now: Temporal.Instant,
): Promise<{ count: number; since: string | null; oldest_s: number | null }> {
  const { count, since } = await db
    .selectFrom('letter')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('since')])
    .where('sealed_at', 'is', null)
    .where('voided_at', 'is', null)
    .executeTakeFirstOrThrow()
  const oldest_s = since === null ? null : Math.round(now.since(since).total('seconds'))
  return { count, since, oldest_s }
}
