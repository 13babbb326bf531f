import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudits } from '../../../platform/audit/commands/write-audit.ts'
import { addAccounts } from '../../accounts/commands.ts'
import { recordCreation } from '../../worker-changes/commands.ts'
import { matchWorkers, type WorkerMatch, type WorkerRow } from '../queries/match-workers.ts'
import { newUserValues } from './create-user.ts'
import { requireCompany } from './require-company.ts'
import { storeChanges } from './update-user.ts'

interface WorkerBatch {
  context: CommandContext
  import_id: number
  company_id: number
  rows: WorkerRow[]
  /** Delay of the invitation mails in seconds: thousands at once would look like spam and would delay other mails. */
  after_s: number
}

/** Inserts new workers and queues invitation mails with which they choose a password. */
async function createWorkers(
  deps: Deps,
  trx: Trx,
  { context, import_id, company_id, rows, after_s }: WorkerBatch,
) {
  if (rows.length === 0) return
  const values = rows.map(({ form }) => ({ ...newUserValues(form), company_id }))
  const created = await addAccounts(trx, values, isoOf(deps.clock()))
  const invitations = created.map(({ email }) => ({ email, kind: 'invitation' as const }))
  await deps.queue.sendMany(trx, 'mail-link', { jobs: invitations, after_s })
  await writeAudits(
    deps,
    trx,
    created.map(({ id, email, user_type }) => ({
      ...{ context, action: 'user.created', subject: ['user', id] },
      after: { email, user_type, company_id },
    })),
  )
  await recordCreation(deps, trx, { context, import_id, user_ids: created.map(({ id }) => id) })
}

/**
 * Imports a batch of a few hundred rows inside the caller's transaction: inserts and invites new workers, and updates
 * known workers of the company by the rules of their edit form. Rows that break a rule are returned as rejected. Throws
 * `company.not_found` (422) if the company was deleted.
 */
export async function importWorkers(
  deps: Deps,
  trx: Trx,
  { context, import_id, company_id, rows, after_s }: WorkerBatch,
): Promise<WorkerMatch[]> {
  await requireCompany(trx, company_id)
  const matches = await matchWorkers(trx, { user: context.user, company_id, rows, lock: true })
  const fresh = matches.flatMap(({ kind, row }) => (kind === 'create' ? [row] : []))
  await createWorkers(deps, trx, { context, import_id, company_id, rows: fresh, after_s })
  const changed: number[] = []
  for (const match of matches) {
    if (match.kind !== 'update') continue
    const { stored, changes } = match
    await storeChanges(deps, trx, { context, stored, changes, import_id })
    changed.push(stored.id)
  }
  // Updates the workers' own screens; staff lists get one event when the import ends.
  if (changed.length > 0)
    await deps.events.publish(trx, { topic: 'user', id: changed[0] ?? 0, user_ids: changed, staff: false })
  return matches
}
