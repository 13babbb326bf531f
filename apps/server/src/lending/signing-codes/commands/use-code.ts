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
import { inOneMessage, writeLater } from '../../../db/outbox-writer.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import type { CodeEvidence } from '../../contracts/commands/store-acceptance.ts'
import { readCodeChannel } from '../../signing-settings/queries.ts'
import { newestOf, type SigningCodeRow } from '../queries.ts'
import { hashOfCode, refuseManyTries } from './issue-code.ts'

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

/** What a typed code is: the newest one's id, null if there was nothing to compare it with, or wrong with the tries left. */
type Try = { code_id: number | null } | { left: number }

/** Locks the worker, as the sending of a code and the acceptance do, and reads the newest code after that. */
async function lockNewest(trx: Trx, { user_id, loan_id }: { user_id: number; loan_id: number }) {
  const worker = trx.selectFrom('app_user').select('id').where('id', '=', user_id).forNoKeyUpdate()
  const newest = newestOf(trx, loan_id).where('user_id', '=', user_id).forUpdate()
  const [, [code]] = await inOneMessage(trx, (send) => Promise.all([send(worker), send(newest)]))
  return code
}

/** Compares the typed code with the newest one and counts the try if it is wrong. */
async function countTry(
  deps: Deps,
  trx: Trx,
  { context, loan_id, code }: { context: CommandContext; loan_id: number; code: string },
): Promise<Try> {
  const user_id = context.user.id
  const newest = await lockNewest(trx, { user_id, loan_id })
  const now = deps.clock()
  if (newest === undefined || codeObstacle(newest, { ...newest, now }) !== null) return { code_id: null }
  const hash = hashOfCode(deps, { loan_id, code })
  if (await isUsedCode(trx, { loan_id, hash })) return { code_id: null }
  if ((await readCodeChannel(trx)) === 'none') return { code_id: null }
  await refuseManyTries(trx, { user_id, now })
  if (sameText(newest.code_hash, hash)) return { code_id: newest.id }
  const failures = newest.failures + 1
  await trx.updateTable('signing_code').set({ failures }).where('id', '=', newest.id).execute()
  const left = CODE_TRIES - failures
  if (left === 0)
    await writeAudit(deps, trx, { context, action: 'signing_code.spent', subject: ['loan', loan_id] })
  return { left }
}

/**
 * Compares a typed code before the acceptance, whose transaction would take the count of a wrong one back, and returns the
 * id of the code that it is. Nothing else compares a typed code: the acceptance only accepts the id, so no guess goes
 * uncounted, whatever is sent meanwhile. Null where there was nothing to compare it with; the acceptance says why. Throws
 * `signing_code.invalid` (422) at `signing_code` with the tries left, `signing_code.spent` (409) at the fifth, and
 * `signing_code.many_tries` (429) after ten of the worker in an hour or twenty in a day.
 */
export async function tryCode(
  deps: Deps,
  context: CommandContext,
  typed: { loan_id: number; code: string },
): Promise<number | null> {
  const tried = await deps.db.transaction().execute((trx) => countTry(deps, trx, { context, ...typed }))
  if ('left' in tried) throw wrongCode(tried.left)
  return tried.code_id
}

interface Signature {
  contract_id: number
  /** The lender's setting. */
  channel: SigningCodeSetting
  newest: SigningCodeRow | undefined
  /** What `tryCode` returned for the typed code; undefined if none was typed. */
  code_id: number | null | undefined
}

/**
 * Uses the code of a signature in the acceptance's transaction, which has locked the loan; null if the lender asks for
 * none. Throws `signing_code.required` (422) at `signing_code`, `signing_code.expired`, `signing_code.used` and
 * `signing_code.spent` (409).
 */
export async function useCode(
  deps: Deps,
  trx: Trx,
  { contract_id, channel, newest, code_id }: Signature,
): Promise<CodeEvidence | null> {
  if (channel === 'none') return null
  const required = 'signing_code.required'
  if (code_id === undefined) throw new AppError(required, 422, { fields: { signing_code: required } })
  const now = deps.clock()
  // A code that came another way than the lender asks now does not count.
  const code = newest?.channel === channel ? newest : undefined
  const obstacle = codeObstacle(code, { contract_id, now })
  if (obstacle !== null || code === undefined) throw new AppError(obstacle ?? 'signing_code.expired', 409)
  // It was sent after the typed one was compared.
  if (code.id !== code_id) throw new AppError('signing_code.expired', 409)
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
