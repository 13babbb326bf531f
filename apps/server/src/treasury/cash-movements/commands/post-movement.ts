import type { OwnMovementKind } from '@quincena/domain/treasury/own-movements'
import type { Selectable } from 'kysely'
import type { LedgerAccount, TreasuryTables } from '../../../db/treasury-types.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { moveIncomingPayment } from '../../incoming-payments/commands/move-incoming-payment.ts'
import { lockForUndo } from '../../incoming-payments/commands/record-stp-return.ts'
import { writePostings } from '../../ledger/commands.ts'
import { type Move, signedMove } from '../../ledger/rules.ts'

export type MovementRow = Selectable<TreasuryTables['cash_movement']>

/** The account that the money of a movement came from or went to, on STP's side of the books. */
function sourceOf({ settles_id, incoming_payment_id }: MovementRow): LedgerAccount {
  if (settles_id !== null) return 'suspense'
  return incoming_payment_id === null ? 'stp_cash' : 'unapplied_receipts'
}

const postingKinds = {
  opening: 'funding',
  deposit: 'funding',
  withdrawal: 'funding',
  fee: 'fee',
  unknown: 'unknown_movement',
} as const satisfies Record<OwnMovementKind, string>

/**
 * The move of a signed amount in centavos. Money out of STP is a negative amount: of `funding` that is the reversed
 * kind, while a fee and what nobody explained are booked as what they cost.
 */
function moveOf(row: MovementRow): Move {
  const { kind, amount_cents } = row
  const source = sourceOf(row)
  const name = postingKinds[kind]
  if (name === 'funding') return signedMove(name, [source, 'funding'], amount_cents)
  return signedMove(name, [name === 'fee' ? 'stp_fees' : 'suspense', source], -amount_cents)
}

/**
 * Posts a stored movement of the lender's own account, in centavos. One that undoes a deposit which came as received money
 * gives that money back.
 */
export async function postMovement(deps: Deps, trx: Trx, row: MovementRow): Promise<void> {
  const { id: cash_movement_id, incoming_payment_id: id, reverses_id, amount_cents } = row
  const isUndoing = reverses_id !== null && id !== null
  const undoing = isUndoing ? await lockForUndo(trx, { id, amount: -amount_cents, user_id: null }) : null
  const moves = [moveOf(row), ...(undoing?.moves ?? [])]
  await writePostings(deps, trx, [{ cause: { cash_movement_id }, incoming_payment_id: id, moves }])
  if (undoing !== null)
    await moveIncomingPayment(deps, trx, { id: undoing.row.id, changes: { status: undoing.status } })
}
