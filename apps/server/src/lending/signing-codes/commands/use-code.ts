import {
  CODE_TRIES,
  codeObstacle,
  maskAddress,
  type SigningCodeSetting,
  wrongCodeText,
} from '@quincena/domain/loans/signing-code-rules'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { sameText } from '../../../crypto/signature.ts'
import { writeLater } from '../../../db/outbox-writer.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import type { CodeEvidence } from '../../contracts/commands/store-acceptance.ts'
import { readCodeChannel } from '../../signing-settings/queries.ts'
import { newestOf, type SigningCodeRow } from '../queries.ts'
import { hashOfCode } from './issue-code.ts'

function wrongCode(left: number): AppError {
  if (left === 0) return new AppError('signing_code.spent', 409)
  const detail = wrongCodeText(left)
  return new AppError('signing_code.invalid', 422, { detail, texts: { signing_code: [detail] } })
}

/** True if the code confirmed a signature of the loan: then the request repeats that one, and the key answers it. */
async function isUsedCode(trx: Trx, { loan_id, hash }: { loan_id: number; hash: string }): Promise<boolean> {
  const used = await trx
    .selectFrom('signing_code')
    .select('id')
    .where('loan_id', '=', loan_id)
    .where('used_at', 'is not', null)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return used !== undefined
}

/** Counts the try if the typed code is wrong; returns the tries that are left, or null if it is not wrong. */
async function countTry(
  deps: Deps,
  trx: Trx,
  { context, loan_id, code }: { context: CommandContext; loan_id: number; code: string },
): Promise<number | null> {
  const newest = await newestOf(trx, loan_id)
    .where('user_id', '=', context.user.id)
    .forUpdate()
    .executeTakeFirst()
  const now = deps.clock()
  if (newest === undefined || codeObstacle(newest, { ...newest, now }) !== null) return null
  const hash = hashOfCode(deps, { loan_id, code })
  if (sameText(newest.code_hash, hash) || (await isUsedCode(trx, { loan_id, hash }))) return null
  if ((await readCodeChannel(trx)) === 'none') return null
  const failures = newest.failures + 1
  await trx.updateTable('signing_code').set({ failures }).where('id', '=', newest.id).execute()
  const left = CODE_TRIES - failures
  if (left === 0)
    await writeAudit(deps, trx, { context, action: 'signing_code.spent', subject: ['loan', loan_id] })
  return left
}

/**
 * Counts a wrong code before the acceptance, whose transaction would take the count back. Says nothing about a code that is
 * not there, expired or used: the acceptance does. Throws `signing_code.invalid` (422) at `signing_code` with the tries
 * left, and `signing_code.spent` (409) at the fifth.
 */
export async function refuseWrongCode(
  deps: Deps,
  context: CommandContext,
  typed: { loan_id: number; code: string },
): Promise<void> {
  const left = await deps.db.transaction().execute((trx) => countTry(deps, trx, { context, ...typed }))
  if (left !== null) throw wrongCode(left)
}

interface Signature {
  loan_id: number
  contract_id: number
  /** The lender's setting. */
  channel: SigningCodeSetting
  newest: SigningCodeRow | undefined
  typed: string | undefined
}

/**
 * Uses the code of a signature in the acceptance's transaction, which has locked the loan; null if the lender asks for
 * none. Throws `signing_code.required` and `signing_code.invalid` (422) at `signing_code`, `signing_code.expired`,
 * `signing_code.used` and `signing_code.spent` (409).
 */
export async function useCode(
  deps: Deps,
  trx: Trx,
  { loan_id, contract_id, channel, newest, typed }: Signature,
): Promise<CodeEvidence | null> {
  if (channel === 'none') return null
  const required = 'signing_code.required'
  if (typed === undefined) throw new AppError(required, 422, { fields: { signing_code: required } })
  const now = deps.clock()
  // A code that came another way than the lender asks now does not count.
  const code = newest?.channel === channel ? newest : undefined
  const obstacle = codeObstacle(code, { contract_id, now })
  if (obstacle !== null || code === undefined) throw new AppError(obstacle ?? 'signing_code.expired', 409)
  if (!sameText(code.code_hash, hashOfCode(deps, { loan_id, code: typed })))
    throw wrongCode(CODE_TRIES - code.failures)
  const used_at = isoOf(now)
  await writeLater(trx, trx.updateTable('signing_code').set({ used_at }).where('id', '=', code.id))
  return {
    signing_code_id: code.id,
    code_channel: channel,
    code_address: maskAddress(channel, code.address),
    code_sent_at: code.sent_at,
    code_confirmed_at: used_at,
  }
}
