import type { Day } from '@quincena/domain/dates'
import type { TextContent, TextDocumentName } from '@quincena/domain/texts/content'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import {
  type AuditedCaller,
  type Auditing,
  writeAudit,
} from '../../../platform/audit/commands/write-audit.ts'
import { hashText } from '../rules.ts'

interface NewVersion {
  document: TextDocumentName
  version: string
  effective_date: Day
  summary: string
  content: TextContent
  by:
    | { source: 'command_line' }
    | { source: 'one_admin'; user_id: number }
    | {
        source: 'two_admins'
        created_by: number
        approved_by: number
        approval_id: number
        requested_at: string
      }
}

function peopleOf(by: NewVersion['by'], now: string) {
  if (by.source === 'command_line') return { created_at: now, approved_at: now }
  if (by.source === 'one_admin')
    return { created_by: by.user_id, created_at: now, approved_by: by.user_id, approved_at: now }
  const { created_by, approved_by, approval_id, requested_at } = by
  return { created_by, created_at: requested_at, approved_by, approved_at: now, approval_id }
}

/**
 * Adds a version to a document, writes the audit row and announces it to the staff's screens. It comes into force on its
 * date. A version that exists, a date before today and one person after the first payout violate constraints (409).
 */
export async function storeVersion(
  deps: Auditing & { events: Pick<Deps['events'], 'publish'> },
  trx: Trx,
  { context, ...row }: NewVersion & { context: AuditedCaller | null },
): Promise<number> {
  const { document, version, effective_date, summary, content, by } = row
  const sha256 = hashText(content)
  const { id } = await trx
    .insertInto('text_version')
    .values({
      ...{ document, version, summary, sha256, effective_on: effective_date, source: by.source },
      ...peopleOf(by, isoOf(deps.clock())),
      content: JSON.stringify(content),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = { document, version, effective_date, summary, sha256, ...by }
  await writeAudit(deps, trx, { context, action: 'text.published', subject: ['text', id], after })
  await deps.events.publish(trx, { topic: 'text', id, user_ids: [], staff: true })
  return id
}
