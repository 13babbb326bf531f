import { businessDay, type Day } from '@quincena/domain/dates'
import { formatCat } from '@quincena/domain/format'
import type { ScheduleRow } from '@quincena/domain/loans/amortization'
import { boundCat } from '@quincena/domain/loans/cat'
import type { LoanDetail, ReceivingAccount } from '@quincena/domain/loans/detail-schema'
import { payoffOn } from '@quincena/domain/loans/figures'
import { beneficiary } from '@quincena/domain/loans/limits'
import type { LoanPosition } from '@quincena/domain/loans/position'
import { isPayable, transition } from '@quincena/domain/loans/rules'
import { presentRow } from '@quincena/domain/loans/schedule'
import type { Installment } from '@quincena/domain/loans/schema'
import { bankName } from '@quincena/domain/mexico/banks'
import { isNightlyPause } from '@quincena/domain/mexico/operating-day'
import type { Cents } from '@quincena/domain/money'
import { type Actor, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Db } from '../../../db/types.ts'
import type { StpHours } from '../../../integrations/stp/hours.ts'
import { findUser } from '../../../people/accounts/queries.ts'
import { areDocumentsAccepted } from '../../../people/documents/queries.ts'
import { isUnconfirmed, listAuthors } from '../../../people/worker-changes/queries.ts'
import { findCoolingOff } from '../../../treasury/verifications/queries/find-cooling-off.ts'
import { findAccountCheck } from '../../../treasury/verifications/queries/find-verification.ts'
import { readChannelFor } from '../../signing-settings/queries.ts'
import type { LoanRow } from '../commands/move-loan.ts'
import { type LoanOfList, presentLoan } from '../presenters.ts'
import { findBackground } from './background.ts'
import { loanRows } from './loans.ts'
import { paymentsOf } from './payment-rows.ts'
import { loadLoans, readContract } from './position.ts'
import { planLoan } from './terms.ts'

/** The rows of a schedule as the API has them; `applied` centavos cover them in order. */
function coveredRows(rows: readonly ScheduleRow[], applied: Cents): Installment[] {
  let sum = 0
  return rows.map((row) => {
    sum += row.payment
    return { ...presentRow(row), paid: sum <= applied }
  })
}

type Schedules = Pick<LoanDetail, 'schedule' | 'schedules' | 'cat'>

/**
 * The schedule of a loan without a payout, as a first version: fixed from the acceptance on. Before it, that of an
 * acceptance today for a request or an offer, of the requested day for any other loan.
 */
async function planOf(db: Db, loan: LoanRow, today: Day): Promise<Schedules> {
  const fixed = await readContract(db, loan.id)
  const open = loan.state === 'requested' || loan.state === 'approved'
  const from = open ? today : loan.requested_day
  const { schedule, cat } = fixed.length > 0 ? { schedule: fixed, cat: loan.cat } : planLoan(loan, from)
  const rows = coveredRows(schedule, 0)
  return {
    schedule: rows.map((row) => ({ ...row, version: 1 })),
    schedules: [{ version: 1, from, schedule: rows }],
    cat,
  }
}

/** The schedule in force and all versions of a loan that was paid out. */
function versionsOf({ cat }: LoanRow, { versions, applied, settled }: LoanPosition): Schedules {
  const covered = settled === null ? applied : Number.POSITIVE_INFINITY
  const schedules = versions.map(({ version, from, rows }) => ({
    ...{ version, from },
    schedule: coveredRows(rows, covered),
  }))
  const { version = 1, schedule = [] } = schedules.at(-1) ?? {}
  return { schedule: schedule.map((row) => ({ ...row, version })), schedules, cat }
}

/** The CAT as a number that JSON writes without an exponent, and as documents write it. */
function catOf({ cat }: Schedules): Pick<LoanDetail, 'cat' | 'cat_text'> {
  return { cat: boundCat(cat), cat_text: formatCat(cat) }
}

type Receiver = NonNullable<ReturnType<typeof beneficiary>>

interface BankData {
  bank: string | null
  debit_card_number: string | null
}

/**
 * The account of the latest order that did not fail, and its verification; without an order, the worker's current
 * account.
 */
async function accountOf(
  db: Db,
  loan_id: number,
  worker: BankData & { id: number },
): Promise<Pick<LoanDetail, 'receiving_account' | 'account_check'>> {
  const order = await db
    .selectFrom('transfer')
    .select(['counterpart_institution', 'beneficiary_account'])
    .where('loan_id', '=', loan_id)
    .where('status', '<>', 'failed')
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
  const bank = order?.counterpart_institution ?? worker.bank
  const receiver = beneficiary(order?.beneficiary_account ?? worker.debit_card_number)
  if (receiver === null) return { receiving_account: null }
  const account_check = await findAccountCheck(db, { user_id: worker.id, account: receiver.account })
  return {
    receiving_account: mask(bank, receiver),
    ...(account_check === undefined ? {} : { account_check }),
  }
}

/** An account with only its last 4 digits. */
function mask(bank: string | null, { account, account_type }: Receiver): ReceivingAccount {
  return { bank, bank_name: bankName(bank), account_last4: account.slice(-4), account_type }
}

/** Until when the worker of an offer cannot sign, because the account or the password changed. */
async function coolingOffOf(
  db: Db,
  { state, user_id }: LoanRow,
  { now, account }: { now: Temporal.Instant; account: string | null },
): Promise<Pick<LoanDetail, 'cooling_off_until'>> {
  if (state !== 'approved') return {}
  const until = await findCoolingOff(db, { user_id, account: account ?? '' }, now)
  return until === null ? {} : { cooling_off_until: until }
}

/** How the code is sent that the signature of an offer needs; only for the worker. */
async function codeOf(
  db: Db,
  { state, user_id }: LoanRow,
  { user, now }: { user: Actor; now: Temporal.Instant },
): Promise<Pick<LoanDetail, 'signing_code'>> {
  const channel = state === 'approved' && !isStaff(user) ? await readChannelFor(db, { user_id, now }) : 'none'
  return channel === 'none' ? {} : { signing_code: channel }
}

/** Finds the loan for its worker or for staff. Throws `loan.not_found` (404) for anyone else and for an unknown id. */
async function readableLoan(db: Db, user: Actor, id: number): Promise<LoanOfList> {
  const row = await loanRows(db).where('l.id', '=', id).executeTakeFirst()
  if (row === undefined || (!isStaff(user) && row.user_id !== user.id))
    throw new AppError('loan.not_found', 404)
  return row
}

/** True for a request, an offer and a rejected loan, which may be approved again. */
const isDecidable = ({ state }: LoanRow) =>
  state === 'requested' || state === 'approved' || state === 'rejected'

/** After this many seconds an order that is not sent counts as waiting. */
const promptSeconds = 10

/** Who reads a loan and when; STP's hours tell whether its order waits for the end of the nightly pause. */
export interface LoanReader {
  user: Actor
  now: Temporal.Instant
  hours: StpHours
}

/**
 * Whether the order of a signed loan is not claimed yet, and why not: `night` during STP's nightly pause, `queue` after
 * `promptSeconds`. Empty if it is claimed.
 */
async function waitOf(
  db: Db,
  { id, state }: LoanRow,
  { now, hours }: LoanReader,
): Promise<Pick<LoanDetail, 'payout_waits' | 'cancellable'>> {
  if (state !== 'disbursing') return {}
  const query = db.selectFrom('transfer').select('created_at').where('loan_id', '=', id)
  const order = await query.where('status', '=', 'pending').executeTakeFirst()
  if (order === undefined) return {}
  if (isNightlyPause(await hours.at(now))) return { payout_waits: 'night', cancellable: true }
  const waited = Temporal.Instant.from(order.created_at).until(now).total('seconds')
  return { cancellable: true, ...(waited > promptSeconds && { payout_waits: 'queue' as const }) }
}

type Unready = Pick<LoanDetail, 'worker_unconfirmed' | 'documents_unreviewed'>

/** Loans that go nowhere while the worker's data wait for another person's confirmation. */
const waitsForConfirmation = ({ state }: LoanRow) =>
  state === 'requested' || state === 'approved' || state === 'payout_returned'

/** An approval needs accepted documents, also that of a rejected loan; the signature of an advance needs them too. */
const needsDocuments = ({ state, type }: LoanRow) =>
  transition(state, 'approve') !== null || (state === 'approved' && type === 'advance')

/**
 * What other people have to do before the loan can be approved or signed, or a returned one is sent again: confirm the
 * worker's data, accept the documents.
 */
async function unreadyOf(db: Db, loan: LoanRow): Promise<Unready> {
  const { user_id } = loan
  const isUnreviewed = needsDocuments(loan) && !(await areDocumentsAccepted(db, user_id))
  const isWaiting = waitsForConfirmation(loan) && (await isUnconfirmed(db, { user_id }))
  return {
    ...(isWaiting && { worker_unconfirmed: true as const }),
    ...(isUnreviewed && { documents_unreviewed: true as const }),
  }
}

/** Why the reader may not approve the request, as far as it is theirs or the worker's; other rules refuse later. */
async function approvalBlockerOf(
  db: Db,
  { state, user_id, requested_by, amount_raised_by }: LoanRow,
  { user, isActive }: { user: Actor; isActive: boolean },
): Promise<Pick<LoanDetail, 'approval_blocker'>> {
  if (!isStaff(user) || transition(state, 'approve') === null) return {}
  if (!isActive) return { approval_blocker: 'loan.worker_inactive' }
  if ([requested_by, amount_raised_by].includes(user.id)) return { approval_blocker: 'loan.own_request' }
  const authors = await listAuthors(db, user_id)
  return authors.includes(user.id) ? { approval_blocker: 'loan.own_worker' } : {}
}

/**
 * `GET /loan/{id}`: the loan with its worker, payments, schedule and account. Amounts in centavos. Throws
 * `loan.not_found` (404), also for another worker's loan.
 */
export async function getLoan(db: Db, reader: LoanReader, id: number): Promise<LoanDetail> {
  const row = await readableLoan(db, reader.user, id)
  const today = businessDay(reader.now)
  const worker = await findUser(db, { id: row.user_id, today })
  if (worker === undefined) throw new AppError('loan.not_found', 404)
  const position = (await loadLoans(db, [row])).get(id)?.position
  const schedules = position === undefined ? await planOf(db, row, today) : versionsOf(row, position)
  const { tax_rate, rejection_reason, rejected_at, accepted_at, sent_at, settled_at, completed_at } = row
  return {
    ...presentLoan(row, { today, position: isPayable(row.state) ? position : undefined }),
    ...schedules,
    ...catOf(schedules),
    ...(await waitOf(db, row, reader)),
    payoff: position === undefined ? 0 : payoffOn(position, today),
    tax_rate,
    tax_added: row.tax_added,
    rejection_reason,
    rejected_at,
    accepted_at,
    sent_at,
    settled_at,
    completed_at,
    user: worker,
    company_name: row.company_name,
    payments: await paymentsOf(db, id),
    // The former system paid it: to which account is not known here.
    ...(row.former_id === null ? await accountOf(db, id, worker) : { receiving_account: null }),
    ...(await unreadyOf(db, row)),
    ...(await approvalBlockerOf(db, row, { user: reader.user, isActive: worker.is_active })),
    ...(await coolingOffOf(db, row, { now: reader.now, account: worker.debit_card_number })),
    ...(await codeOf(db, row, reader)),
    ...(isStaff(reader.user) &&
      isDecidable(row) && { background: await findBackground(db, row, reader.now) }),
  }
}
