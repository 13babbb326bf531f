import type { BankAccountBody } from '@quincena/domain/bank-accounts/schema'
import { bankOfClabe } from '@quincena/domain/mexico/banks'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { isOpenLine } from '../queries/bank-accounts.ts'

/** Locks an account, so that changes of it and matches in it run one after the other; payments do not wait. */
export async function lockBankAccount(trx: Trx, id: number) {
  const row = await trx
    .selectFrom('bank_account')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new AppError('bank_account.not_found', 404)
  return row
}

async function lockOpenAccount(trx: Trx, id: number) {
  const row = await lockBankAccount(trx, id)
  if (row.closed_at !== null) throw new AppError('bank_account.closed', 409)
  return row
}

const announce = (deps: Deps, trx: Trx, id: number) =>
  deps.events.publish(trx, { topic: 'bank', id, user_ids: [], staff: true })

const columnsOf = ({ name, clabe }: BankAccountBody) => ({
  ...{ name, clabe, bank: clabe === null ? null : bankOfClabe(clabe) },
})

/** Adds an account of the lender; a CLABE that another one has is 409 `bank_account.clabe_taken`. */
export function createBankAccount(deps: Deps, context: CommandContext, body: BankAccountBody) {
  return runCommand(deps, context, async (trx) => {
    const { id } = await trx
      .insertInto('bank_account')
      .values({ ...columnsOf(body), created_at: isoOf(deps.clock()) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const after = columnsOf(body)
    await writeAudit(deps, trx, {
      context,
      action: 'bank_account.created',
      subject: ['bank_account', id],
      after,
    })
    await announce(deps, trx, id)
    return { id }
  })
}

/**
 * Changes the name and the CLABE of an open account. Throws `bank_account.not_found` (404), `bank_account.closed` and
 * `bank_account.clabe_taken` (409).
 */
export function changeBankAccount(
  deps: Deps,
  context: CommandContext,
  { id, body }: { id: number; body: BankAccountBody },
) {
  return runCommand(deps, context, async (trx) => {
    const { name, clabe } = await lockOpenAccount(trx, id)
    await trx.updateTable('bank_account').set(columnsOf(body)).where('id', '=', id).execute()
    await writeAudit(deps, trx, {
      context,
      action: 'bank_account.changed',
      subject: ['bank_account', id],
      before: { name, clabe },
      after: columnsOf(body),
    })
    await announce(deps, trx, id)
    return { id }
  })
}

/** Makes an open account the one that payments reach unless staff choose another. */
export function chooseDefaultAccount(deps: Deps, context: CommandContext, id: number) {
  return runCommand(deps, context, async (trx) => {
    const before = await trx
      .selectFrom('bank_account')
      .select('id')
      .where('is_default', '=', true)
      .forNoKeyUpdate()
      .executeTakeFirst()
    await lockOpenAccount(trx, id)
    await trx.updateTable('bank_account').set({ is_default: false }).where('is_default', '=', true).execute()
    await trx.updateTable('bank_account').set({ is_default: true }).where('id', '=', id).execute()
    await writeAudit(deps, trx, {
      context,
      action: 'bank_account.changed',
      subject: ['bank_account', id],
      before: { default_account: before?.id ?? null },
      after: { default_account: id },
    })
    await announce(deps, trx, id)
    return { id }
  })
}

/**
 * Closes an account: no payment and no statement can name it any more. Throws `bank_account.is_default` and, while a line
 * waits, `bank_account.in_use` (409).
 */
export function closeBankAccount(deps: Deps, context: CommandContext, id: number) {
  return runCommand(deps, context, async (trx) => {
    const { is_default } = await lockOpenAccount(trx, id)
    if (is_default) throw new AppError('bank_account.is_default', 409)
    const open = await trx
      .selectFrom('bank_line')
      .select('id')
      .where('bank_account_id', '=', id)
      .where(isOpenLine)
      .limit(1)
      .executeTakeFirst()
    if (open !== undefined) throw new AppError('bank_account.in_use', 409)
    const closed_at = isoOf(deps.clock())
    await trx.updateTable('bank_account').set({ closed_at }).where('id', '=', id).execute()
    await writeAudit(deps, trx, { context, action: 'bank_account.closed', subject: ['bank_account', id] })
    await announce(deps, trx, id)
    return { id }
  })
}
