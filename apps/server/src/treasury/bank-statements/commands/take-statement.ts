import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'
import { lockBankAccount } from '../../bank-accounts/commands/save-bank-account.ts'
import { lineMatcher } from '../handlers.ts'

const BATCH_ROWS = 5_000

/** The statement, locked, so that concurrent jobs take different rows. Undefined if it is finished. */
async function lockStatement(trx: Trx, id: number) {
  return trx
    .selectFrom('bank_statement')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'finished')
    .forUpdate()
    .executeTakeFirst()
}
type Statement = NonNullable<Awaited<ReturnType<typeof lockStatement>>>

/**
 * Adds the next lines with one statement; those that an earlier file brought are left out by `bank_line_once`. Returns
 * the number of rows taken and of new lines.
 */
async function addLines(deps: Deps, trx: Trx, { id, bank_account_id }: Statement) {
  const { rows } = await sql<{ taken: number; added: number }>`
    with next as (
      select number, line from bank_statement_row
      where statement_id = ${id} and line is not null order by number limit ${BATCH_ROWS}
    ), gone as (
      delete from bank_statement_row where statement_id = ${id} and number in (select number from next)
    ), added as (
      insert into bank_line (bank_account_id, statement_id, number, day, description, reference, amount_cents,
        balance_cents, occurrence, created_at)
      select ${bank_account_id}, ${id}, number, (line ->> 'day')::date, line ->> 'description', line ->> 'reference',
        (line ->> 'amount')::bigint, (line ->> 'balance')::bigint, (line ->> 'occurrence')::integer,
        ${isoOf(deps.clock())}::timestamptz
      from next order by number
      on conflict on constraint bank_line_once do nothing
      returning 1
    )
    select (select count(*) from next) as taken, (select count(*) from added) as added`.execute(trx)
  return rows[0] ?? { taken: 0, added: 0 }
}

const contextOf = async (trx: Trx, { uploaded_by }: Statement) => {
  const user = await trx
    .selectFrom('app_user')
    .select(['id', 'user_type', 'company_id'])
    .where('id', '=', uploaded_by)
    .executeTakeFirstOrThrow()
  return { user, session_id: null, ip: null, user_agent: null }
}

const number = new Intl.NumberFormat('es-MX')

function summary(
  { file_name, added_count, known_count, rejected_count }: Statement,
  matched: number,
): string {
  const parts = [
    `${number.format(added_count)} ${added_count === 1 ? 'movimiento nuevo' : 'movimientos nuevos'}`,
    `${number.format(matched)} ${matched === 1 ? 'pago conciliado' : 'pagos conciliados'}`,
    ...(known_count > 0 ? [`${number.format(known_count)} que ya estaban`] : []),
    ...(rejected_count > 0 ? [`${number.format(rejected_count)} sin leer`] : []),
  ]
  return `${file_name}: ${parts.join(', ')}.`
}

async function finish(deps: Deps, trx: Trx, statement: Statement) {
  const { id, bank_account_id, added_count, known_count, rejected_count } = statement
  const context = await contextOf(trx, statement)
  const matched_count = await lineMatcher()(deps, trx, { bank_account_id, context })
  await trx
    .updateTable('bank_statement')
    .set({ state: 'finished', matched_count, finished_at: isoOf(deps.clock()) })
    .where('id', '=', id)
    .execute()
  await writeAudit(deps, trx, {
    context,
    action: 'bank_statement.finished',
    subject: ['bank_statement', id],
    after: { added_count, known_count, rejected_count, matched_count },
  })
  await notify(deps, trx, {
    recipient_id: statement.uploaded_by,
    title: 'Terminamos de leer el estado de cuenta',
    message: summary(statement, matched_count),
    reason_key: `statement:${id}`,
  })
}

/** Adds one batch of lines, or matches and finishes when none is left. Returns false at the end. */
function takeBatch(deps: Deps, statement_id: number): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('bank_statement')
      .select('bank_account_id')
      .where('id', '=', statement_id)
      .executeTakeFirst()
    if (found === undefined) return false
    // The account first, as every match in it does.
    await lockBankAccount(trx, found.bank_account_id)
    const statement = await lockStatement(trx, statement_id)
    if (statement === undefined) return false
    const { taken, added } = await addLines(deps, trx, statement)
    const { id, bank_account_id, added_count, known_count } = statement
    if (taken === 0) await finish(deps, trx, statement)
    else
      await trx
        .updateTable('bank_statement')
        .set({
          ...{ state: 'running', added_count: added_count + added },
          known_count: known_count + taken - added,
        })
        .where('id', '=', id)
        .execute()
    await deps.events.publish(trx, { topic: 'bank', id: bank_account_id, user_ids: [], staff: true })
    return taken > 0
  })
}

/** Adds all lines of a statement in batches and matches them; after a crash it continues with what is left. */
export async function takeStatement(deps: Deps, statement_id: number): Promise<void> {
  while (await takeBatch(deps, statement_id));
}
