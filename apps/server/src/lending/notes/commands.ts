import { businessDay } from '@quincena/domain/dates'
import type { ContactBody, Note, NotedKind, NotedRecord } from '@quincena/domain/notes/schema'
import { isoOf } from '../../command/clock.ts'
import type { CommandContext } from '../../command/context.ts'
import { AppError } from '../../command/errors.ts'
import { runCommand } from '../../command/run-command.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { writeAudit } from '../../platform/audit/commands/write-audit.ts'
import { keepRecord } from './queries.ts'

const columnOf = {
  loan: 'loan_id',
  user: 'user_id',
  company: 'company_id',
  transfer: 'transfer_id',
} as const satisfies Record<NotedKind, string>

type NewNote = Omit<Note, 'id'> & { record: NotedRecord }

/** Writes a note of a locked record with its audit row, which has no text: that stays in one place. */
async function insertNote(
  deps: Deps,
  trx: Trx,
  { context, record, ...values }: NewNote & { context: CommandContext },
): Promise<Note> {
  const written = await trx
    .insertInto('note')
    .values({
      ...{ [columnOf[record.kind]]: record.id, ...values },
      ...{ author_id: context.user.id, created_at: isoOf(deps.clock()) },
    })
    .returning(['id', 'kind', 'text', 'means', 'next_step', 'next_step_on'])
    .executeTakeFirstOrThrow()
  await writeAudit(deps, trx, {
    context,
    action: values.kind === 'contact' ? 'note.contact' : 'note.written',
    subject: [record.kind, record.id],
    after: { note_id: written.id, ...(values.means !== null && { means: values.means }) },
  })
  await deps.events.publish(trx, { topic: 'note', id: written.id, user_ids: [], staff: true })
  return written
}

/** Writes a note about a record. Throws the record's `not_found` (404). */
export function writeNote(
  deps: Deps,
  context: CommandContext,
  { record, text }: { record: NotedRecord; text: string },
): Promise<Note> {
  return runCommand(deps, context, async (trx) => {
    await keepRecord(trx, record)
    const plain = { kind: 'note' as const, means: null, next_step: null, next_step_on: null }
    return insertNote(deps, trx, { context, record, text, ...plain })
  })
}

/**
 * Records that staff reached somebody about a loan; the newest contact is the one that lists of loans show. Throws
 * `loan.not_found` (404) and `note.next_step_past` (422) for a next step before today.
 */
export function recordContact(
  deps: Deps,
  context: CommandContext,
  { loan_id, means, text, next_step, next_step_on }: ContactBody & { loan_id: number },
): Promise<Note> {
  return runCommand(deps, context, async (trx) => {
    const record = { kind: 'loan', id: loan_id } as const
    await keepRecord(trx, record)
    if (next_step_on && next_step_on < businessDay(deps.clock()))
      throw new AppError('note.next_step_past', 422, { fields: { next_step_on: 'note.next_step_past' } })
    const follow = { next_step: next_step || null, next_step_on: next_step_on ?? null }
    const written = await insertNote(deps, trx, {
      ...{ context, record, kind: 'contact', means, text },
      ...follow,
    })
    const latest = { note_id: written.id, next_step_on: follow.next_step_on }
    await trx
      .insertInto('loan_contact')
      .values({ loan_id, ...latest })
      .onConflict((conflict) =>
        // Of two at the same time the later one stays.
        conflict.column('loan_id').doUpdateSet(latest).where('loan_contact.note_id', '<', written.id),
      )
      .execute()
    return written
  })
}
