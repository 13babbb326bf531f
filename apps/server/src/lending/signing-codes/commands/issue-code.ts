import { randomInt } from 'node:crypto'
import { businessDay } from '@quincena/domain/dates'
import { acceptanceBlocker } from '@quincena/domain/loans/rules'
import type { SentSigningCode } from '@quincena/domain/loans/signing-code'
import {
  CODE_MINUTES,
  CODE_TRIES,
  CODES_PER_HOUR,
  manyTriesText,
  maskAddress,
  type SigningCodeChannel,
} from '@quincena/domain/loans/signing-code-rules'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { forgetKey, runCommand } from '../../../command/run-command.ts'
import { sign } from '../../../crypto/signature.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { latestContract } from '../../contracts/queries/contracts.ts'
import { type LoanRow, lockLoanAndWorker } from '../../loans/commands/move-loan.ts'
import { readChannelFor } from '../../signing-settings/queries.ts'
import { countRecentCodes, findSending, findTriesEnd, SENDING } from '../queries.ts'
import { answerWaitMs, sendCode } from './send-code.ts'

interface CodeRequest {
  loan_id: number
  contract_sha256: string
}

/** Keyed, so that who reads the database cannot try all codes. */
export const hashOfCode = (
  deps: Pick<Deps, 'secrets'>,
  { loan_id, code }: { loan_id: number; code: string },
) => sign(deps.secrets, `signing-code:${loan_id}:${code}`)

/** Throws `signing_code.many_tries` (429), with when it ends, after too many wrong codes of a worker. */
export async function refuseManyTries(
  trx: Trx,
  { user_id, now }: { user_id: number; now: Temporal.Instant },
): Promise<void> {
  const ends_at = await findTriesEnd(trx, { user_id, now })
  if (ends_at === null) return
  const retry_after_s = Math.ceil(ends_at.since(now).total('seconds'))
  throw new AppError('signing_code.many_tries', 429, { detail: manyTriesText(ends_at), retry_after_s })
}

const workerOf = (trx: Trx, user_id: number) =>
  trx
    .selectFrom('app_user')
    .select(['email', 'phone', 'first_name', 'debit_card_number', 'must_confirm_email'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
type Worker = Awaited<ReturnType<typeof workerOf>>

/** Throws (409) unless the locked loan is an offer today. */
function refuseOther(deps: Deps, loan: LoanRow, { debit_card_number }: Worker) {
  const today = businessDay(deps.clock())
  const { state, offer_expires_on } = loan
  const offer = { state, offer_expires_on: offer_expires_on ?? today, today, debit_card_number }
  const blocker = acceptanceBlocker({ ...offer, payouts_paused: false })
  if (blocker !== null) throw new AppError(blocker, 409)
}

/** The contract that the worker read. Throws `contract_changed` (409) if it is not the one that was shown last, today. */
async function readContract(deps: Deps, trx: Trx, { loan_id, contract_sha256 }: CodeRequest) {
  const latest = await latestContract(trx, loan_id)
  if (latest?.sha256 !== contract_sha256 || latest.business_day !== businessDay(deps.clock()))
    throw new AppError('contract_changed', 409)
  return latest
}

/** Where the code goes. Throws `email_unconfirmed`, `signing_code.no_address` (409) and `signing_code.not_sent` (503). */
function addressOf({ messenger }: Deps, channel: SigningCodeChannel, worker: Worker): string {
  if (channel === 'mail') {
    if (worker.must_confirm_email) throw new AppError('email_unconfirmed', 409)
    return worker.email
  }
  if (messenger === null) throw new AppError('signing_code.not_sent', 503)
  if (worker.phone === null || worker.phone === '') throw new AppError('signing_code.no_address', 409)
  return `+52${worker.phone}`
}

/** Stores the hash of a code for the contract that the caller read. */
async function storeCode(
  deps: Deps,
  trx: Trx,
  { context, request, code }: { context: CommandContext; request: CodeRequest; code: string },
) {
  const { loan_id } = request
  const user_id = context.user.id
  const loan = await lockLoanAndWorker(trx, loan_id)
  if (loan.user_id !== user_id) throw new AppError('loan.not_found', 404)
  const now = deps.clock()
  const worker = await workerOf(trx, user_id)
  const channel = await readChannelFor(trx, { user_id, now })
  refuseOther(deps, loan, worker)
  if (channel === 'none') throw new AppError('signing_code.off', 409)
  const address = addressOf(deps, channel, worker)
  const contract = await readContract(deps, trx, request)
  await refuseManyTries(trx, { user_id, now })
  if ((await countRecentCodes(trx, { user_id, now })) >= CODES_PER_HOUR)
    throw new AppError('signing_code.too_many', 429, { retry_after_s: 3600 })
  const times = { sent_at: isoOf(now), expires_at: isoOf(now.add({ minutes: CODE_MINUTES })) }
  const { id } = await trx
    .insertInto('signing_code')
    .values({
      ...{ loan_id, user_id, contract_id: contract.id, contract_sha256: contract.sha256, channel, address },
      ...{ code_hash: hashOfCode(deps, { loan_id, code }), ...times, fault: SENDING },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const masked = maskAddress(channel, address)
  const after = { channel, address: masked, contract_sha256: contract.sha256 }
  await writeAudit(deps, trx, { context, action: 'signing_code.issued', subject: ['loan', loan_id], after })
  const answer: SentSigningCode = { channel, address: masked, ...times, tries: CODE_TRIES }
  return { answer, delivery: { id, channel, address, first_name: worker.first_name, code } }
}

type Stored = Awaited<ReturnType<typeof storeCode>>

/**
 * Stores a code once for an idempotency key, whose outcome is the code's id and the answer; `delivery` is null for a
 * repeated request. Keys of before have no id.
 */
async function storeOnce(deps: Deps, context: CommandContext, request: CodeRequest) {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const made: Stored[] = []
  const stored = await runCommand(deps, context, async (trx) => {
    const { answer, delivery } = await storeCode(deps, trx, { context, request, code })
    made.push({ answer, delivery })
    return { ...answer, id: delivery.id }
  })
  const { id, ...answer }: SentSigningCode & { id: number | undefined } = stored
  return { id, answer, delivery: made[0]?.delivery ?? null }
}

/** A process that sends a code has ended if it is older than this. */
const sendingLimit = { milliseconds: answerWaitMs + 2000 }

/** True if a repeated request's first one sent nothing. Throws `idempotency_in_progress` (409) while it sends. */
async function isUnsent(deps: Deps, id: number): Promise<boolean> {
  const sending = await findSending(deps.db, { id, is_ended_before: deps.clock().subtract(sendingLimit) })
  if (sending === 'sending') throw new AppError('idempotency_in_progress', 409)
  return sending === 'failed'
}

/**
 * Makes a code of six digits for the worker's own offer and the contract that they read, and sends it; it replaces earlier
 * ones and is valid for 10 minutes. Only its keyed hash is stored, so a repeated request with the same key answers the
 * same and sends nothing; if nothing was sent for the first one, it makes and sends another code. Throws `loan.not_found`
 * (404), `loan.not_an_offer` and the like, `signing_code.off`, `contract_changed`, `email_unconfirmed`,
 * `signing_code.no_address` (409), `signing_code.too_many` (429) after five codes within an hour,
 * `signing_code.many_tries` (429) after too many wrong ones, and `signing_code.not_sent` (503).
 */
export async function issueSigningCode(
  deps: Deps,
  context: CommandContext,
  request: CodeRequest,
): Promise<SentSigningCode> {
  let stored = await storeOnce(deps, context, request)
  if (stored.delivery === null && stored.id !== undefined && (await isUnsent(deps, stored.id))) {
    await forgetKey(deps, context)
    stored = await storeOnce(deps, context, request)
  }
  if (stored.delivery !== null) await sendCode(deps, stored.delivery)
  return stored.answer
}
