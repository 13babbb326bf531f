import { coolingOffText } from '@quincena/domain/accounts/verification-rules'
import { businessDay, type Day } from '@quincena/domain/dates'
import type { AcceptBody } from '@quincena/domain/loans/bodies'
import { beneficiary } from '@quincena/domain/loans/limits'
import { acceptanceBlocker } from '@quincena/domain/loans/rules'
import { channelFor } from '@quincena/domain/loans/signing-code-rules'
import { isSignersName } from '@quincena/domain/loans/typed-signature'
import { isoOf } from '../../command/clock.ts'
import type { CommandContext } from '../../command/context.ts'
import { AppError } from '../../command/errors.ts'
import { runCommand } from '../../command/run-command.ts'
import { readTogether } from '../../db/outbox-writer.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { areDocumentsAccepted } from '../../people/documents/queries.ts'
import { acceptsMarketing, hasCurrentConsents } from '../../people/legal/queries.ts'
import { hasNewPhone, isUnconfirmed } from '../../people/worker-changes/queries.ts'
import { writeAudit } from '../../platform/audit/commands/write-audit.ts'
import { payoutsPaused } from '../../treasury/transfers/queries/payout-switch.ts'
import { findCoolingOff } from '../../treasury/verifications/queries/find-cooling-off.ts'
import { findAccountObstacle } from '../../treasury/verifications/queries/find-verification.ts'
import { storeAcceptance } from '../contracts/commands/store-acceptance.ts'
import { latestContract, requireContractToSign } from '../contracts/queries/contracts.ts'
import { listContractTexts } from '../contracts/queries/draft.ts'
import { requireValidSealer } from '../contracts/seal/sealer.ts'
import { findReleaseLimit, requestRelease } from '../loans/commands/ask-second-person.ts'
import { type LoanRow, lockLoanAndWorker, moveLoan, writeSchedule } from '../loans/commands/move-loan.ts'
import { planLoan } from '../loans/queries/terms.ts'
import { createPayout } from '../payouts/commands/pay-out-loan.ts'
import { tryCode, useCode } from '../signing-codes/commands/use-code.ts'
import { findNewestCode } from '../signing-codes/queries.ts'
import { readCodeChannel } from '../signing-settings/queries.ts'
import { readSignature } from './rules.ts'

interface Acceptance extends AcceptBody {
  loan_id: number
}

async function lockOffer(trx: Trx, context: CommandContext, loan_id: number): Promise<LoanRow> {
  const loan = await lockLoanAndWorker(trx, loan_id)
  if (loan.user_id !== context.user.id) throw new AppError('loan.not_found', 404)
  return loan
}

async function workerOf(trx: Trx, user_id: number) {
  const query = trx
    .selectFrom('app_user')
    .select(['bank', 'debit_card_number', 'must_confirm_email', 'first_name', 'last_name'])
    .select(acceptsMarketing('app_user.id').as('accepts_marketing'))
    .where('id', '=', user_id)
  return query.executeTakeFirstOrThrow()
}

/**
 * Reads together what the acceptance of the locked offer depends on. The consents are those of now: the law (LFPDPPP)
 * requires express consent before the use of financial data. The evidence page prints these rows.
 */
async function readConditions(deps: Deps, trx: Trx, { id, user_id, type }: LoanRow) {
  const now = deps.clock()
  const today = businessDay(now)
  const consents = { user_id, at: isoOf(now), today }
  const [
    worker,
    payouts_paused,
    unconfirmed,
    documents_accepted,
    has_consents,
    contract,
    texts,
    setting,
    has_new_phone,
    newest,
  ] = await readTogether(trx, [
    (joined) => workerOf(joined, user_id),
    payoutsPaused,
    (joined) => isUnconfirmed(joined, { user_id }),
    (joined) => areDocumentsAccepted(joined, user_id),
    (joined) => hasCurrentConsents(joined, consents),
    (joined) => latestContract(joined, id),
    (joined) => listContractTexts(joined, { type, today }),
    readCodeChannel,
    (joined) => hasNewPhone(joined, { user_id, now }),
    (joined) => findNewestCode(joined, id),
  ])
  const code = { channel: channelFor(setting, { has_new_phone }), newest }
  return { worker, payouts_paused, unconfirmed, documents_accepted, has_consents, contract, texts, code }
}

type Conditions = Awaited<ReturnType<typeof readConditions>>

/**
 * Throws what `acceptanceBlocker` says, and `email_unconfirmed`, (409) `worker_unconfirmed` until another person
 * confirmed what staff wrote of the worker, `documents_unreviewed` for an advance until staff accepted the documents (the
 * approval of a credit requires that, but nobody approves an advance), and `consents_missing`.
 */
function refuseUnready(loan: LoanRow, conditions: Conditions, today: Day) {
  const { worker, payouts_paused, unconfirmed, documents_accepted, has_consents } = conditions
  const blocker = acceptanceBlocker({
    ...{ today, payouts_paused, debit_card_number: worker.debit_card_number },
    state: loan.state,
    offer_expires_on: loan.offer_expires_on ?? today,
  })
  if (blocker !== null) throw new AppError(blocker, blocker === 'payouts.paused' ? 503 : 409)
  if (worker.must_confirm_email) throw new AppError('email_unconfirmed', 409)
  if (unconfirmed) throw new AppError('worker_unconfirmed', 409)
  if (loan.type === 'advance' && !documents_accepted) throw new AppError('documents_unreviewed', 409)
  if (!has_consents) throw new AppError('consents_missing', 409)
}

/**
 * Throws `account.verifying`, `account.mismatch`, `account.unconfirmed` or `payout.cooling_off` (409) unless money may go
 * to the worker's account.
 */
async function refuseAccount(
  deps: Deps,
  trx: Trx,
  { user_id, debit_card_number }: { user_id: number; debit_card_number: string | null },
) {
  const account = beneficiary(debit_card_number)?.account
  if (account === undefined) return
  const [obstacle, until] = await readTogether(trx, [
    (joined) => findAccountObstacle(joined, { user_id, account }),
    (joined) => findCoolingOff(joined, { user_id, account }, deps.clock()),
  ])
  if (obstacle !== null) throw new AppError(`account.${obstacle}`, 409)
  if (until !== null) throw new AppError('payout.cooling_off', 409, { detail: coolingOffText(until) })
}

/** Throws `signature.other_name` (422) if a typed signature is not the worker's name as the contract states it. */
function refuseOtherName(
  typed_name: string | undefined,
  { first_name, last_name }: { first_name: string; last_name: string },
) {
  if (typed_name === undefined || isSignersName(typed_name, `${first_name} ${last_name}`)) return
  throw new AppError('signature.other_name', 422, { fields: { typed_name: 'signature.other_name' } })
}

/** Accepts the loan and fixes its dates and schedule as today's contract states them. */
async function fixLoan(
  deps: Deps,
  trx: Trx,
  { loan, today }: { loan: LoanRow; today: Day },
): Promise<LoanRow> {
  const { schedule, term, cat, payment_deadline, next_payment_date } = planLoan(loan, today)
  const changes = { term, cat, payment_deadline, next_payment_date, accepted_at: isoOf(deps.clock()) }
  const fixed = await moveLoan(deps, trx, { loan, event: 'accept', changes })
  await writeSchedule(trx, loan.id, schedule)
  return fixed
}

/** The payout is above a limit and waits until another person allows it. */
class AwaitsRelease extends AppError {
  /** The limit, in Spanish. */
  readonly exceeded: string

  constructor(exceeded: string) {
    super('loan.awaits_release', 409)
    this.exceeded = exceeded
  }
}

async function refuseAboveLimit(deps: Deps, trx: Trx, loan: LoanRow) {
  const exceeded = await findReleaseLimit(deps, trx, loan)
  if (exceeded !== null) throw new AwaitsRelease(exceeded)
}

interface Signing {
  input: Acceptance
  signature_png: Buffer
  /** The code that was typed; null: one that cannot be compared. */
  code_id: number | null | undefined
}

/** The transaction of an acceptance, and the idempotency key with it. */
function signLoan(deps: Deps, context: CommandContext, { input, signature_png, code_id }: Signing) {
  return runCommand(deps, context, async (trx) => {
    const today = businessDay(deps.clock())
    const loan = await lockOffer(trx, context, input.loan_id)
    const conditions = await readConditions(deps, trx, loan)
    refuseUnready(loan, conditions, today)
    const { worker } = conditions
    const { bank, debit_card_number, accepts_marketing } = worker
    await refuseAccount(deps, trx, { user_id: loan.user_id, debit_card_number })
    refuseOtherName(input.typed_name, worker)
    await requireValidSealer(deps)
    const { contract_sha256, latitude, longitude } = input
    const contract = requireContractToSign(conditions.contract, {
      ...{ contract_sha256, today, account: debit_card_number, bank, accepts_marketing },
      ...{ texts: conditions.texts, lender: deps.brand.current().lender },
    })
    // Before the limit: nobody is asked to allow the payout of a signature that is not confirmed.
    const confirmation = await useCode(deps, trx, { ...conditions.code, code_id, contract_id: contract.id })
    await refuseAboveLimit(deps, trx, loan)
    await storeAcceptance(deps, trx, {
      loan_id: loan.id,
      contract_id: contract.id,
      signature_png,
      context,
      input,
      confirmation,
    })
    const fixed = await fixLoan(deps, trx, { loan, today })
    const order = await createPayout(deps, trx, { loan: fixed, place: { latitude, longitude } })
    await writeAudit(deps, trx, {
      context,
      action: 'loan.accept',
      subject: ['loan', loan.id],
      before: { state: loan.state },
      after: { contract_sha256, tracking_key: order.tracking_key, latitude, longitude },
    })
    return { transfer_id: order.id }
  })
}

/**
 * Accepts an offer that the worker signed: stores the evidence, fixes the dates, creates the STP order and its job in
 * one transaction. The order is sent after the commit. Writes `acceptance`, `signing_code`, `loan`, `installment`, `transfer`, `audit`,
 * `idempotency_key` and the job's row. Throws `loan.not_found` (404), `loan.not_an_offer`,
 * `loan.already_accepted`, `offer_expired`, `loan.bank_data_missing`, `email_unconfirmed`, `worker_unconfirmed`,
 * `documents_unreviewed`, `consents_missing`, `account.*`, `payout.cooling_off`, `contract_changed` (409),
 * `signature.*` and `signing_code.*` (422, 409, 429), `payouts.paused` and `contract.seal_not_valid` (503). Above a limit of the day, or of one loan for
 * an advance, it throws `loan.awaits_release` (409), keeps nothing but the request that another person allows the payout,
 * and the same call with the same key succeeds after that, with a new code where the lender asks for one.
 */
export async function acceptLoan(deps: Deps, context: CommandContext, input: Acceptance) {
  // Decodes the picture before it takes locks.
  const signature_png = readSignature(input.signature)
  const { loan_id, signing_code } = input
  const code_id =
    signing_code === undefined ? undefined : await tryCode(deps, context, { loan_id, code: signing_code })
  try {
    return await signLoan(deps, context, { input, signature_png, code_id })
  } catch (error) {
    if (error instanceof AwaitsRelease) {
      await requestRelease(deps, context, { loan_id, exceeded: error.exceeded })
    }
    throw error
  }
}
