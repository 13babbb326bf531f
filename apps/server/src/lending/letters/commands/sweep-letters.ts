import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { issuesConstancias } from '../../contracts/seal/constancias.ts'

const lettersPerSweep = 500
const sweepDelay = { minutes: 10 }
/** The contract promises a letter within ten business days; a loan that was paid off longer ago gets it on request. */
const lookBack = { hours: 30 * 24 }
/** The job itself retries for half a day. */
const oncePerHours = 12

/** Whether a loan has no valid no-debt letter. */
const hasNoLetter = sql<boolean>`not exists (
  select from letter as valid where valid.loan_id = loan.id and valid.kind = 'no_debt' and valid.voided_at is null)`

/** Loans that were paid off in the last 30 days, at least ten minutes ago, and have no valid letter. */
async function findWithoutLetter({ db, clock }: Deps): Promise<number[]> {
  const loans = await db
    .selectFrom('loan')
    .select('id')
    .where('state', '=', sql.lit('completed'))
    .where('completed_at', '>=', clock().subtract(lookBack).toString())
    .where('completed_at', '<=', clock().subtract(sweepDelay).toString())
    .where(hasNoLetter)
    .orderBy('completed_at')
    .limit(lettersPerSweep)
    .execute()
  return loans.map(({ id }) => id)
}

/** Paid-off loans whose letter was voided by a reversal: the next one is due once nothing is owed apart. */
async function findVoided({ db }: Deps): Promise<number[]> {
  const loans = await db
    .selectFrom('letter as void')
    .innerJoin('loan', 'loan.id', 'void.loan_id')
    .select('loan.id')
    .distinct()
    .where('void.void_reason', '=', sql.lit('payment_reversed'))
    .where('void.kind', '=', sql.lit('no_debt'))
    .where('loan.state', '=', sql.lit('completed'))
    .where(hasNoLetter)
    .orderBy('loan.id')
    .limit(lettersPerSweep)
    .execute()
  return loans.map(({ id }) => id)
}

/** Letters without their file for at least ten minutes. */
async function findUnsealed({ db, clock }: Deps): Promise<number[]> {
  const letters = await db
    .selectFrom('letter')
    .select('id')
    .where('sealed_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('created_at', '<=', clock().subtract(sweepDelay).toString())
    .orderBy('created_at')
    .limit(lettersPerSweep)
    .execute()
  return letters.map(({ id }) => id)
}

/** Letters that were sealed at least ten minutes ago and have no constancia; none if no provider is configured. */
async function findWithoutConstancia({ db, env, clock }: Deps): Promise<number[]> {
  if (!issuesConstancias(env)) return []
  const letters = await db
    .selectFrom('letter')
    .select('id')
    .where('constancia_issued_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('sealed_at', '<=', clock().subtract(sweepDelay).toString())
    .orderBy('sealed_at')
    .limit(lettersPerSweep)
    .execute()
  return letters.map(({ id }) => id)
}

/** Queues letters, their files and their constancias again whose job was lost or gave up. */
export async function sweepLetters(deps: Deps): Promise<void> {
  const loans = new Set([...(await findWithoutLetter(deps)), ...(await findVoided(deps))])
  const unsealed = await findUnsealed(deps)
  const unproved = await findWithoutConstancia(deps)
  const hours = oncePerHours
  await deps.db.transaction().execute(async (trx) => {
    for (const loan_id of loans)
      await deps.queue.sendOnce(trx, 'issue-no-debt-letter', {
        ...{ data: { loan_id }, key: `swept letter ${loan_id}`, hours },
      })
    for (const letter_id of unsealed)
      await deps.queue.sendOnce(trx, 'seal-letter', {
        ...{ data: { letter_id }, key: `unsealed letter ${letter_id}`, hours },
      })
    for (const letter_id of unproved)
      await deps.queue.sendOnce(trx, 'issue-letter-constancia', {
        ...{ data: { letter_id }, key: `unproved letter ${letter_id}`, hours },
      })
  })
}
