import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudits } from '../../../platform/audit/commands/write-audit.ts'
import { addAccounts, addFreeAccounts } from '../../accounts/commands.ts'
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
  /** How many workers earlier batches of the import created; their invitation mails go first. */
  created_count: number
}

/** Invitation mails per second of one import: thousands at once would look like spam and would delay other mails. */
const mailsPerSecond = 10
const invitationsOf = (emails: readonly string[], earlier: number) =>
  emails.map((email, index) => ({
    data: { email, kind: 'invitation' as const },
    after_s: Math.floor((earlier + index) / mailsPerSecond),
  }))

/**
 * Inserts new workers with `add`, which may leave some out, and queues invitation mails with which they choose a password.
 * Returns the e-mail addresses of those that were inserted.
 */
async function createWorkers(
  deps: Deps,
  trx: Trx,
  { add, batch, rows }: { add: typeof addAccounts; batch: WorkerBatch; rows: readonly WorkerRow[] },
): Promise<Set<string>> {
  const { context, import_id, company_id, created_count } = batch
  const values = rows.map(({ form }) => ({ ...newUserValues(form), company_id }))
  const created = await add(trx, values, isoOf(deps.clock()))
  const emails = created.map(({ email }) => email)
  await deps.queue.sendMany(trx, 'mail-link', invitationsOf(emails, created_count))
  await writeAudits(
    deps,
    trx,
    created.map(({ id, email, user_type }) => ({
      ...{ context, action: 'user.created', subject: ['user', id] },
      after: { email, user_type, company_id },
    })),
  )
  await recordCreation(deps, trx, { context, import_id, user_ids: created.map(({ id }) => id) })
  return new Set(emails)
}

/**
 * Updates the known workers of some rows. A row that matches nobody, although the database did not insert it, conflicted
 * with a user who was changed since: it is inserted, and fails if it still conflicts.
 */
async function matchRows(deps: Deps, trx: Trx, batch: WorkerBatch) {
  const { context, import_id, company_id, rows } = batch
  const matches = await matchWorkers(trx, { user: context.user, company_id, rows, lock: true })
  const fresh = matches.flatMap(({ kind, row }) => (kind === 'create' ? [row] : []))
  if (fresh.length > 0) await createWorkers(deps, trx, { add: addAccounts, batch, rows: fresh })
  for (const match of matches) {
    if (match.kind !== 'update') continue
    const { stored, changes } = match
    await storeChanges(deps, trx, { context, stored, changes, import_id })
  }
  return matches
}

/**
 * Imports a batch of some hundreds of rows inside the caller's transaction: inserts and invites new workers, and updates
 * known workers of the company by the rules of their edit form. Most rows of a file are new workers: all rows are
 * inserted with one statement, and only those that the database's unique constraints leave out are matched with the
 * stored users. Rows that break a rule are returned as rejected. Throws `company.not_found` (422) if the company was
 * deleted.
 */
export async function importWorkers(deps: Deps, trx: Trx, batch: WorkerBatch): Promise<WorkerMatch[]> {
  await requireCompany(trx, batch.company_id)
  const created = await createWorkers(deps, trx, { add: addFreeAccounts, batch, rows: batch.rows })
  const isCreated = ({ form }: WorkerRow) => created.has(form.email)
  const results = batch.rows.filter(isCreated).map((row): WorkerMatch => ({ kind: 'create', row }))
  const others = batch.rows.filter((row) => !isCreated(row))
  // All at once: their locks are taken in the order of ids.
  if (others.length > 0) results.push(...(await matchRows(deps, trx, { ...batch, rows: others })))
  const changed = results.flatMap((match) => (match.kind === 'update' ? [match.stored.id] : []))
  // Updates the workers' own screens; staff lists get one event when the import ends.
  if (changed.length > 0)
    await deps.events.publish(trx, { topic: 'user', id: changed[0] ?? 0, user_ids: changed, staff: false })
  return results
}
