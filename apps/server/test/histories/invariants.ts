import { sql } from 'kysely'
import { verifyLedger } from '../../src/lending/ledger/queries.ts'
import { mendFigures } from '../../src/office/dashboard/commands/check-figures.ts'
import { foldChanges } from '../../src/office/dashboard/commands/fold-changes.ts'
import { checkCounts } from '../../src/platform/list-counts/commands/check-counts.ts'
import { foldCounts } from '../../src/platform/list-counts/commands/fold-counts.ts'
import { keepMessageMonths } from '../../src/treasury/transfers/commands/keep-message-months.ts'
import { isInReview } from '../../src/treasury/transfers/rules.ts'
import { findStrayCentavos } from '../centavos.ts'
import { bankOrders, bankTruth, isOut, isReturned } from './bank.ts'
import { isAllowed, type Move } from './observer.ts'
import { balanceProblems } from './own-money.ts'
import { openDifferences } from './rest.ts'
import type { Loan, Order, World } from './world.ts'

const paidOut: readonly Loan['state'][] = ['active', 'overdue', 'completed']

/** The loan's orders at STP that are in transit or settled. */
function outOf(world: World, { id }: Loan) {
  const orders = world.seen.orders.filter(({ loan_id }) => loan_id === id)
  return orders.flatMap((order) => bankOrders(world, order).filter(isOut))
}

/**
 * A new order must have the signed amount and the account of the signed contract; after a returned payout, the worker's
 * corrected account.
 */
async function payoutProblems({ deps, seen }: World, order: Order): Promise<string[]> {
  const loan = seen.loans.find(({ id }) => id === order.loan_id)
  const signed = await deps.db
    .selectFrom('signed_contract')
    .innerJoin('acceptance', 'acceptance.id', 'signed_contract.acceptance_id')
    .innerJoin('contract', 'contract.id', 'acceptance.contract_id')
    .innerJoin('loan', 'loan.id', 'signed_contract.loan_id')
    .innerJoin('app_user', 'app_user.id', 'loan.user_id')
    .select(['contract.account', 'app_user.debit_card_number'])
    .select(sql<number>`(contract.payload -> 'loan' ->> 'amount')::numeric * 100`.as('amount_cents'))
    .where('signed_contract.loan_id', '=', order.loan_id)
    .executeTakeFirstOrThrow()
  const account = loan?.state === 'payout_returned' ? signed.debit_card_number : signed.account
  const problems: string[] = []
  if (order.amount_cents !== signed.amount_cents || order.amount_cents !== loan?.amount_cents)
    problems.push(`order ${order.id} is not of the signed amount`)
  if (order.beneficiary_account !== account) problems.push(`order ${order.id} is not to the signed account`)
  return problems
}

const oneCentavo = 1

/**
 * A refund and a centavo go to the worker's account; a return has the whole amount of the received money, and nobody
 * but a worker's balance or that money pays for it.
 */
async function orderProblems(world: World, order: Order): Promise<string[]> {
  const { deps, seen } = world
  const { id, purpose, amount_cents, user_id, incoming_payment_id, beneficiary_account } = order
  if (purpose === 'payout') return payoutProblems(world, order)
  if (purpose === 'return') {
    const received = seen.incoming.find((row) => row.id === incoming_payment_id)
    return received?.amount_cents === amount_cents ? [] : [`return ${id} is not of the received amount`]
  }
  const worker = await deps.db
    .selectFrom('app_user')
    .select('debit_card_number')
    .where('id', '=', user_id)
    .executeTakeFirst()
  const problems =
    worker?.debit_card_number === beneficiary_account ? [] : [`${purpose} ${id} is to another account`]
  if (purpose === 'verification' && amount_cents !== oneCentavo)
    problems.push(`verification ${id} is of ${amount_cents}`)
  return problems
}

/**
 * Each order at STP must be one of ours with our amount and account, each tracking key once; no loan may have two
 * orders in transit or settled, beside those that STP took while it said that it refused them.
 */
export function bankProblems(world: World): string[] {
  const problems: string[] = []
  const keys = new Set<string>()
  for (const { cuerpo, lender } of world.simulator.orders()) {
    // The lender's own withdrawals and STP's fees are no orders of ours.
    if (lender !== null) continue
    const key = cuerpo.claveRastreo ?? ''
    const ours = world.seen.orders.find(({ tracking_key }) => tracking_key === key)
    if (keys.has(key)) problems.push(`STP has the key of order ${ours?.id} twice`)
    keys.add(key)
    const cents = Math.round(Number(cuerpo.monto) * 100)
    if (ours?.amount_cents !== cents || ours.beneficiary_account !== cuerpo.cuentaBeneficiario)
      problems.push(`STP has an order that is not ours: ${key}`)
  }
  for (const loan of world.seen.loans) {
    const out = outOf(world, loan).filter(({ cuerpo }) => !world.lies.has(cuerpo.claveRastreo ?? '')).length
    if (out > 1) problems.push(`loan ${loan.id} (${loan.state}) is paid out ${out} times`)
  }
  return problems
}

/** Differences between ledger and records (`verifyLedger`). It takes as long as ten steps, so it runs only twice. */
export async function ledgerProblems({ deps }: World): Promise<string[]> {
  return (await verifyLedger(deps.db)).map((difference) => `ledger: ${JSON.stringify(difference)}`)
}

/** Invariants that must hold after every step. */
export async function stepProblems(world: World, moves: readonly Move[]): Promise<string[]> {
  const { seen, errors } = world
  const problems = bankProblems(world)
  for (const move of moves) {
    if (!isAllowed(move)) problems.push(`${move.subject} ${move.subject_id}: ${move.before} -> ${move.after}`)
    const order = seen.orders.find(({ id }) => move.subject === 'transfer' && id === move.subject_id)
    if (move.before === null && order !== undefined) problems.push(...(await orderProblems(world, order)))
  }
  problems.push(...debtProblems(world), ...incomingProblems(world), ...confirmationProblems(world))
  problems.push(...errors.map((error) => `logged: ${String(describe(error))}`))
  return problems
}

function describe(error: unknown): unknown {
  return error !== null && typeof error === 'object' && 'err' in error ? error.err : error
}

/** How many notices with each reason key the worker must have. */
function noticesDue({ seen }: World, beside: ReadonlySet<number>): [reason: string, times: number][] {
  const payouts = seen.orders.filter(({ purpose }) => purpose === 'payout')
  const ofOrders = payouts.flatMap(({ id, loan_id, sent_at, status, state }): [string, number][] => {
    const is_second = status === 'duplicate'
    const is_apart = beside.has(id) || is_second
    return [
      [`sent:${loan_id}:${id}`, sent_at === null || is_apart ? 0 : 1],
      [`returned:${loan_id}:${id}`, isReturned(state) && !is_apart ? 1 : 0],
      [`paid-twice:${loan_id}:${id}`, is_second ? 1 : 0],
      [`second-returned:${loan_id}:${id}`, is_second && isReturned(state) ? 1 : 0],
    ]
  })
  // A loan that ended is in force again when STP did pay the order that it refused.
  const timesIn = (loan_id: number, state: string, isFrom = (_before: string | null) => true) =>
    seen.moves.some(
      ({ subject, subject_id, before, after }) =>
        subject === 'loan' && subject_id === loan_id && after === state && isFrom(before),
    )
      ? 1
      : 0
  const ofLoans = seen.loans.flatMap(({ id }): [string, number][] => [
    [`cancelled:${id}:once`, timesIn(id, 'cancelled', (before) => before !== 'disbursing')],
    [`cancelled-unsent:${id}:once`, timesIn(id, 'cancelled', (before) => before === 'disbursing')],
    [`expired:${id}:once`, timesIn(id, 'expired')],
  ])
  return [...ofOrders, ...ofLoans]
}

/** Ids of orders whose return was booked apart from their loan; the worker gets no notice about them. */
async function ordersBeside({ deps }: World): Promise<ReadonlySet<number>> {
  const rows = await deps.db
    .selectFrom('audit')
    .select(sql<number>`subject_id`.as('id'))
    .where('action', '=', 'transfer.returned')
    .where(sql<boolean>`after ? 'beside_loan'`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

async function noticeProblems(world: World): Promise<string[]> {
  const notices = await world.deps.db
    .selectFrom('notification')
    .select('reason_key')
    .where('recipient_id', '=', world.people.worker.id)
    .execute()
  const countNotices = (reason: string) => notices.filter(({ reason_key }) => reason_key === reason).length
  // A correction may turn the payment that completed a loan into one that does not: either notice is right.
  const ofPayments = world.seen.payments.flatMap(({ id, loan_id }) => {
    const times = countNotices(`completed:${loan_id}:${id}`) + countNotices(`paid:${loan_id}:${id}`)
    return times === 1 ? [] : [`notified ${times} times instead of 1 of payment ${id}`]
  })
  const others = noticesDue(world, await ordersBeside(world))
    .filter(([reason, times]) => countNotices(reason) !== times)
    .map(([reason, times]) => `notified ${countNotices(reason)} times instead of ${times}: ${reason}`)
  return [...ofPayments, ...others]
}

/** At the end an order must be final and have the same state at STP. */
function endOf(world: World, order: Order): string[] {
  const found = bankTruth(world, order)
  const name = `${order.purpose} ${order.id} (${order.status} ${order.state})`
  if (order.status === 'pending' || order.status === 'unknown') return [`${name} is stuck`]
  // An admin can resolve every order in review.
  if (isInReview(order)) return [`${name} is stuck in review`]
  if (order.status === 'failed' || order.status === 'withdrawn')
    return found === null ? [] : [`${name} is at STP: ${found}`]
  if (found === null) return [`${name} was never at STP`]
  // `resolveTransfer` records D for every return, also if STP has CN.
  const same = found === order.state || (isReturned(found) && isReturned(order.state))
  return same ? [] : [`${name} is ${found} at STP`]
}

/** The amount due of each loan must equal its receivable in the ledger, and is 0 unless it is active or overdue. */
function debtProblems({ seen }: World): string[] {
  return seen.loans.flatMap(({ id, state, amount_due_cents: due }) => {
    const booked = seen.receivables?.[id] ?? 0
    const may_owe = state === 'active' || state === 'overdue'
    return due === booked && (due === 0 || may_owe)
      ? []
      : [`loan ${id} is ${state}, owes ${due}, in the books ${booked}`]
  })
}

/**
 * What is left of received money is what payments, credits and returns did not take, 0 before STP confirms it. It is confirmed as used
 * exactly if nothing is left.
 */
function incomingProblems({ seen }: World): string[] {
  return seen.incoming.flatMap(({ id, status, amount_cents, unapplied_cents: left, ...row }) => {
    const paid = seen.payments.filter(({ incoming_payment_id }) => incoming_payment_id === id)
    const given = seen.credits.filter(({ incoming_payment_id }) => incoming_payment_id === id)
    const used =
      paid.reduce((total, { amount_paid_cents }) => total + amount_paid_cents, 0) +
      given.reduce((total, credit) => total + credit.amount_cents, 0) +
      (seen.set_apart?.[id] ?? 0)
    const received = row.booked_at === null ? 0 : amount_cents
    const gone = row.stp_return_booked_at === null ? 0 : amount_cents
    const isUsed = received > 0 && left === 0
    const fine = left === received - gone - used && isUsed === (status === 'confirmed')
    return fine
      ? []
      : [`of ${received} that arrived (${status}) ${used} are used, ${gone} gone, and ${left} are left`]
  })
}

type Incoming = World['seen']['incoming'][number]

/** Whether every field of a confirmed incoming payment equals STP's record, and its loan follows from these fields. */
function isAsAtStp({ seen, simulator }: World, row: Incoming): boolean {
  const order = simulator.payments().find(({ idEF }) => idEF === row.stp_order_id)
  const loan = seen.loans.find(({ id }) => id === row.matched_loan_id)
  const isMatched =
    row.match_rule === null ||
    (row.match_rule === 'reference' && row.matched_loan_id === row.numeric_reference) ||
    (row.match_rule === 'folio' && row.payment_concept?.includes(loan?.folio ?? '-')) ||
    row.match_rule === 'account'
  return (
    isMatched === true &&
    order?.idEF === row.stp_id &&
    order.cuerpo.claveRastreo === row.tracking_key &&
    order.cuerpo.nombreOrdenante === row.payer_name &&
    order.cuerpo.cuentaOrdenante === row.paying_account &&
    order.cuerpo.conceptoPago === row.payment_concept &&
    Number(order.cuerpo.referenciaNumerica) === row.numeric_reference &&
    Number(order.cuerpo.institucionContraparte) === row.paying_institution &&
    Math.round(Number(order.cuerpo.monto) * 100) === row.amount_cents
  )
}

/** `confirmed` needs an order at STP with the same fields, used once; a registered payment needs `confirmed`. */
function confirmationProblems(world: World): string[] {
  const used = new Set<number>()
  return world.seen.incoming.flatMap((row) => {
    const { id, status, stp_check, stp_order_id } = row
    if (stp_check !== 'confirmed') {
      return status === 'confirmed' ? [`money ${id} is registered and STP says ${stp_check}`] : []
    }
    const isFirst = stp_order_id !== null && !used.has(stp_order_id)
    used.add(stp_order_id ?? 0)
    return isFirst && isAsAtStp(world, row)
      ? []
      : [`money ${id} is confirmed and STP has no such order for it`]
  })
}

/** At the end no open incoming payment may be `pending`, and real money that STP has must be `confirmed`. */
function unansweredProblems({ seen, abonos, simulator }: World): string[] {
  const confirmed = new Set(seen.incoming.map(({ stp_order_id }) => stp_order_id))
  const back = new Set(simulator.payments().flatMap(({ idEF, estado }) => (estado === 'D' ? [idEF] : [])))
  return seen.incoming.flatMap(({ id, status, stp_id, stp_check, amount_cents }) => {
    if (status !== 'open') return []
    if (stp_check === 'pending') return [`money ${id} was never asked about`]
    const isReal = abonos.some(
      (abono) => abono.id === stp_id && !back.has(abono.id) && Math.round(abono.monto * 100) === amount_cents,
    )
    return isReal && !confirmed.has(stp_id) ? [`money ${id} is at STP and is ${stp_check}`] : []
  })
}

/** The loan's settled orders that its worker owes apart, because another order pays the loan. */
const secondPayouts = ({ seen }: World, { id }: Loan) =>
  seen.orders.filter(
    ({ loan_id, status, state }) => loan_id === id && status === 'duplicate' && state === 'LQ',
  ).length

/** At the end every account whose verification was begun has a result. */
function verificationProblems({ seen }: World): string[] {
  return seen.verifications.flatMap(({ id, state, transfer_id }) =>
    state === 'pending' ? [`verification ${id} with order ${transfer_id} has no result`] : [],
  )
}

/** The counts of the lists are those of their rows, as changes and when the changes are added up. */
async function countProblems({ deps }: World): Promise<string[]> {
  const log = { ...deps.log, error: () => undefined }
  const wrong = await checkCounts({ ...deps, log })
  await foldCounts(deps)
  const wrongSums = await checkCounts({ ...deps, log })
  return [...wrong, ...wrongSums].map(
    ({ list, kind, key, recorded, live }) => `count of ${list} ${kind} ${key}: ${recorded}, in fact ${live}`,
  )
}

/** The dashboard's figures are those of the loans, as changes and when the changes are added up. */
async function figureProblems({ deps }: World): Promise<string[]> {
  const wrong = await mendFigures(deps.db)
  await foldChanges(deps)
  const wrongSums = await mendFigures(deps.db)
  return wrong + wrongSums === 0
    ? []
    : [`${wrong} figures of the dashboard are wrong, ${wrongSums} when added up`]
}

/** Each message is in the table of its month, and none is lost when the months are made. */
async function messageProblems({ deps }: World): Promise<string[]> {
  const messages = deps.db.selectFrom('stp_message').select((eb) => eb.fn.countAll<number>().as('count'))
  const { count: before } = await messages.executeTakeFirstOrThrow()
  const left = await keepMessageMonths(deps)
  const { count: after } = await messages.executeTakeFirstOrThrow()
  return left === 0 && before === after
    ? []
    : [`of ${before} messages of STP ${after} are left, ${left} of them in no month`]
}

/**
 * Invariants after `finishHistory`: no order, message or incoming payment waits; active, overdue and completed loans were
 * paid out once, others not; notices, cash and reconciliation agree.
 */
export async function endProblems(world: World): Promise<string[]> {
  const { deps, seen } = world
  const problems = seen.orders.flatMap((order) => endOf(world, order))
  problems.push(...unansweredProblems(world))
  for (const loan of seen.loans) {
    const in_review = seen.orders.some(({ loan_id, status }) => loan_id === loan.id && status === 'review')
    const due = paidOut.includes(loan.state) ? 1 : 0
    const out = outOf(world, loan).length - secondPayouts(world, loan)
    if (!in_review && out !== due) problems.push(`loan ${loan.id} is ${loan.state} and was paid ${out} times`)
    if (!in_review && loan.state === 'disbursing') problems.push(`loan ${loan.id} is stuck: disbursing`)
  }
  const waiting = await deps.db
    .selectFrom('stp_message')
    .innerJoin('transfer', 'transfer.id', 'stp_message.transfer_id')
    .select('transfer.id')
    .where('outcome', '=', 'to_confirm')
    .where('status', '<>', 'failed')
    .execute()
  problems.push(...waiting.map(({ id }) => `a message about order ${id} was never confirmed or contradicted`))
  if (!seen.orders.some(isInReview)) {
    problems.push(...(await openDifferences(world)))
    problems.push(...(await findStrayCentavos(deps.db, world.simulator.books.movements())))
    problems.push(...(await balanceProblems(world)))
  }
  problems.push(...(await figureProblems(world)), ...(await countProblems(world)))
  problems.push(...(await messageProblems(world)))
  return [...problems, ...verificationProblems(world), ...(await noticeProblems(world))]
}
