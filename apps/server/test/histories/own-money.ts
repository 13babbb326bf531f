import { approveRequest, withdrawRequest } from '../../src/platform/approvals/commands/decide-approval.ts'
import { recordOpening } from '../../src/treasury/cash-movements/commands/record-opening.ts'
import {
  requestReversal,
  requestSettlement,
} from '../../src/treasury/cash-movements/commands/request-movement.ts'
import { refreshBalance } from '../../src/treasury/reconciliation/commands/refresh-balance.ts'
import { isInForce, isUnexplained } from './actions/movements.ts'
import { contextOf, lookAround, type OwnMovement, type World } from './world.ts'

/** Withdraws the open requests about own movements, whose subjects the end phase changes. */
async function withdrawAll({ deps, seen, people }: World) {
  for (const { id, action, requested_by } of seen.approvals) {
    const who = Object.values(people).find((person) => person.id === requested_by)
    if (who === undefined || !action.startsWith('cash_movement.')) continue
    await withdrawRequest(deps, contextOf(who, 'withdraw'), id)
  }
}

type Ask = (context: ReturnType<typeof contextOf>) => Promise<{ approval: { id: number } }>

/** The manager asks and the admin approves. */
async function byTwo({ deps, people }: World, ask: Ask) {
  const { approval } = await ask(contextOf(people.manager, 'ask'))
  await approveRequest(deps, contextOf(people.admin, 'approve'), approval.id)
}

/** What STP's own books say that the account started with, in centavos. */
function openingAtStp({ simulator }: World): number {
  return simulator.books
    .movements()
    .filter(({ of }) => of === 'opening')
    .reduce((total, { saldo_cents }) => total + saldo_cents, 0)
}

/**
 * Whether staff recorded what is not so: a withdrawal or fee that STP does not have in this amount, or an opening
 * balance posted while STP had moved money that the books did not have yet.
 */
function isWrong(world: World, row: OwnMovement): boolean {
  const { kind, amount_cents, tracking_key, settles_id, incoming_payment_id, stp_order_id } = row
  if (!isInForce(row) || stp_order_id !== null || settles_id !== null || incoming_payment_id !== null)
    return false
  if (kind === 'opening') return amount_cents !== openingAtStp(world)
  return !world.taken_out.some((real) => real.tracking_key === tracking_key && -real.amount === amount_cents)
}

/**
 * Staff undo what they recorded wrongly and say what each movement in suspense was; returns how many they changed. The
 * caller has read STP's lists.
 */
export async function settleOwnMoney(world: World): Promise<number> {
  const { deps, taken_out } = world
  await withdrawAll(world)
  const wrong = world.seen.own.filter((row) => isWrong(world, row))
  for (const { id } of wrong)
    await byTwo(world, (context) => requestReversal(deps, context, { id, reason: 'No fue así' }))
  const unexplained = world.seen.own.filter((row) => isUnexplained(world, row))
  for (const { id, tracking_key } of unexplained) {
    const kind = taken_out.find((real) => real.tracking_key === tracking_key)?.kind ?? 'withdrawal'
    await byTwo(world, (context) =>
      requestSettlement(deps, context, { id, kind, note: 'Ya se sabe qué fue' }),
    )
  }
  return wrong.length + unexplained.length
}

/** An admin posts the opening balance if nobody has; all other movements must be booked before. */
export async function openBalance(world: World) {
  const { deps, people } = world
  if (world.seen.own.some((row) => row.kind === 'opening' && isInForce(row))) return
  await refreshBalance(deps)
  world.seen = await lookAround(deps)
  const check = world.seen.checks.at(-1)
  if (check?.verdict !== 'unopened') return
  const context = contextOf(people.admin, 'opening')
  await recordOpening(deps, context, { check: check.id, amount: check.difference_cents })
}

/** Minutes after which the same difference would open a case. */
const lastingMinutes = 11

/**
 * Checks the balance twice, so far apart that a difference opens a case: both must be 0.00 and no case may be open.
 */
export async function balanceProblems(world: World): Promise<string[]> {
  const { deps, ctx } = world
  const before = world.seen.checks.at(-1)?.id ?? 0
  await refreshBalance(deps)
  await world.wait(ctx.clock.now.add({ minutes: lastingMinutes }))
  await refreshBalance(deps)
  world.seen = await lookAround(deps)
  const checks = world.seen.checks.filter(({ id }) => id > before)
  const wrong = checks.filter(
    ({ verdict, difference_cents }) => verdict !== 'verified' || difference_cents !== 0,
  )
  const open = world.seen.cases.filter(({ closed_at }) => closed_at === null)
  return [
    ...(checks.length === 2 ? [] : [`the balance was checked ${checks.length} times instead of 2`]),
    ...wrong.map((check) => `the balance check says ${check.verdict}: ${check.difference_cents} centavos`),
    ...open.map(
      (one) => `a case of the balance is open: ${one.difference_cents} centavos since ${one.since}`,
    ),
  ]
}
