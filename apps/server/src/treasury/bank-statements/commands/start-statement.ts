import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { rememberColumns } from '../../bank-accounts/commands/remember-columns.ts'
import { requireOpenAccount } from '../../bank-accounts/queries/bank-accounts.ts'
import type { ReadStatement } from '../rules/read-thread.ts'

interface NewStatement {
  bank_account_id: number
  file_name: string
  file_sha256: Buffer
  file: ReadStatement
}

/** Stores the JSON of the reading thread without parsing it: rows with a line wait for the job. */
async function insertRows(trx: Trx, statement_id: number, batches: readonly string[]) {
  for (const batch of batches)
    await sql`
      insert into bank_statement_row (statement_id, number, cells, line, problems)
      select ${statement_id}, (r ->> 0)::integer, r -> 1, nullif(r -> 2, 'null'), nullif(r -> 3, 'null')
      from jsonb_array_elements(${batch}::jsonb) r`.execute(trx)
}

/**
 * Stores a read file, remembers its columns for the account, and queues the job that adds its lines. Throws
 * `bank_account.not_found` (404), `bank_account.closed` (409).
 */
export function startStatement(deps: Deps, context: CommandContext, start: NewStatement) {
  return runCommand(deps, context, async (trx) => {
    const { bank_account_id, file_name, file_sha256, file } = start
    await requireOpenAccount(trx, bank_account_id)
    await rememberColumns(trx, bank_account_id, file.columns)
    const { id } = await trx
      .insertInto('bank_statement')
      .values({
        ...{ bank_account_id, file_name, file_sha256, uploaded_by: context.user.id },
        ...{ rows_total: file.rows_total, rejected_count: file.rejected_count },
        headers: JSON.stringify(file.headers),
        created_at: isoOf(deps.clock()),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertRows(trx, id, file.batches)
    await deps.queue.send(trx, 'take-statement', { statement_id: id })
    await writeAudit(deps, trx, {
      ...{ context, action: 'bank_statement.uploaded', subject: ['bank_statement', id] },
      after: { bank_account_id, file_name, rows_total: file.rows_total, rejected_count: file.rejected_count },
    })
    await deps.events.publish(trx, { topic: 'bank', id: bank_account_id, user_ids: [], staff: true })
    return { id }
  })
}
