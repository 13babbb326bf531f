import { isEdit } from '@quincena/domain/activity/actions'
import type { ActivityEntry } from '@quincena/domain/activity/schema'
import { DOCUMENT_KINDS, documentLabel } from '@quincena/domain/documents/rules'
import { maskIdentifiers } from '@quincena/domain/masking'
import type { Note } from '@quincena/domain/notes/schema'

type Values = Record<string, unknown> | null

/** An audit row with what its activity entry names. Amounts in centavos. */
export interface ActivityRow {
  id: number
  action: string
  subject: string
  created_at: string
  actor_id: number | null
  actor_name: string | null
  before: Values
  after: Values
  about: string | null
  amount_cents: number | null
  note: Note | null
}

/** The fields whose values differ, without their unit: those of an edit, never their values. */
function changedFields({ action, before, after }: ActivityRow): string[] {
  if (!isEdit(action) || before === null || after === null) return []
  return Object.keys(after)
    .filter((key) => key !== 'updated_at' && JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => key.replace(/_cents$/, ''))
}

/** The amount of an entry: of a payment what was paid, of a request, an edit or an order its amount. */
function amountOf({ amount_cents, subject, after }: ActivityRow): number | null {
  if (amount_cents !== null) return amount_cents
  const stored = subject === 'loan' || subject === 'transfer' ? after?.amount_cents : undefined
  return typeof stored === 'number' ? stored : null
}

function aboutOf({ subject, about }: ActivityRow): string | null {
  const kind = DOCUMENT_KINDS.find((known) => known === about)
  return subject === 'document' && kind !== undefined ? documentLabel(kind) : about
}

/** Builds the entry of an audit row, without the values that it holds. */
export function presentEntry(row: ActivityRow, kind: string): ActivityEntry {
  const { id, action, created_at, actor_id, actor_name, after, note } = row
  const reason = after?.reason
  return {
    ...{ id, action, created_at },
    by: actor_id === null ? null : { id: actor_id, name: actor_name ?? '' },
    about: row.subject === kind ? null : aboutOf(row),
    fields: changedFields(row),
    amount: amountOf(row),
    reason: typeof reason === 'string' && reason !== '' ? maskIdentifiers(reason) : null,
    note,
  }
}
