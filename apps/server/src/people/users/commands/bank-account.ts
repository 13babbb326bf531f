import { accountBlock } from '@quincena/domain/mexico/clabe'
import type { BankAccountAnswer, BankAccountBody } from '@quincena/domain/users/bank-account'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { requireOwnPassword } from '../../auth/commands/require-password.ts'
import { findBankAccount } from '../queries/bank-account.ts'
import { findPayoutReturnUsers, refuseOpenTransfer } from './blockers.ts'
import { checkBankData, lockUser, storeChanges } from './update-user.ts'
import type { Changes, StoredUser } from './user-changes.ts'

const none = {
  bank: null,
  debit_card_number: null,
  bank_account_number: null,
  card_last4: null,
  card_holder: null,
} as const

function changedColumns(stored: StoredUser, changes: Changes): Changes {
  const now = new Map<string, unknown>(Object.entries(stored))
  return Object.fromEntries(Object.entries(changes).filter(([column, value]) => now.get(column) !== value))
}

/**
 * Sets the caller's only receiving account, after checking their password. A change is notified in the app and by mail.
 * Throws `password_wrong` (422), `request.invalid` (422) at the field, `user.open_transfer` (409) during an open
 * transfer, and `user.debit_card_taken` (409) if another user has the CLABE.
 */
export async function setBankAccount(
  deps: Deps,
  context: CommandContext,
  { clabe, current_password, ...rest }: BankAccountBody,
): Promise<BankAccountAnswer> {
  const { id } = context.user
  await requireOwnPassword(deps, context, current_password)
  return deps.db.transaction().execute(async (trx) => {
    const stored = await lockUser(trx, id)
    const bank_account_number = accountBlock(clabe)
    const changes = changedColumns(stored, { ...rest, debit_card_number: clabe, bank_account_number })
    await checkBankData(trx, stored, changes)
    if (Object.keys(changes).length > 0) {
      await storeChanges(deps, trx, { context, stored, changes })
      await deps.events.publish(trx, { topic: 'user', id, user_ids: [id], staff: true })
    }
    return findBankAccount(trx, id)
  })
}

/**
 * Removes the caller's receiving account, after checking their password; without an account they cannot accept an
 * offer. Throws `user.open_transfer` (409) and, while a returned payout waits to be sent again, `user.account_awaited`
 * (409).
 */
export async function removeBankAccount(
  deps: Deps,
  context: CommandContext,
  current_password: string,
): Promise<BankAccountAnswer> {
  const { id } = context.user
  await requireOwnPassword(deps, context, current_password)
  return deps.db.transaction().execute(async (trx) => {
    const stored = await lockUser(trx, id)
    const changes = changedColumns(stored, none)
    if (Object.keys(changes).length > 0) {
      await refuseOpenTransfer(trx, id, 'user.open_transfer')
      if ((await findPayoutReturnUsers(trx, [id])).size > 0) throw new AppError('user.account_awaited', 409)
      await storeChanges(deps, trx, { context, stored, changes })
      await deps.events.publish(trx, { topic: 'user', id, user_ids: [id], staff: true })
    }
    return findBankAccount(trx, id)
  })
}

/** Returns the caller's full CLABE and records the access in the audit trail. Throws `user.no_account` (404). */
export async function revealBankAccount(deps: Deps, context: CommandContext): Promise<{ clabe: string }> {
  const { id } = context.user
  return deps.db.transaction().execute(async (trx) => {
    const { debit_card_number: clabe } = await lockUser(trx, id)
    if (clabe === null) throw new AppError('user.no_account', 404)
    await writeAudit(deps, trx, { context, action: 'user.account_revealed', subject: ['user', id] })
    return { clabe }
  })
}
