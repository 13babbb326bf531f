import { TRANSFER_EVENTS, type TransferEvent } from '@quincena/domain/transfers/detail'
import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import type { TransferRow } from '../rules.ts'

/** Events that only the audit trail stores, by audit action: withdrawals, refusals, reviews and their resolution. */
const audited = {
  'transfer.withdrawn': 'withdrawn',
  'transfer.failed': 'refused',
  'transfer.review': 'review',
  'transfer.resolved': 'resolved',
} as const
const auditedActions = Object.keys(audited)
const longestHistory = 100

function isAudited(action: string): action is keyof typeof audited {
  return action in audited
}

const outcomes: Record<string, string> = {
  settled: 'se depositó',
  returned: 'se devolvió',
  not_sent: 'no se envió',
}

interface AuditedEntry {
  action: string
  at: string
  by: string | null
  after: Record<string, unknown> | null
}

function noteOf(after: AuditedEntry['after']): string | null {
  const texts = [outcomes[String(after?.outcome)], after?.reason, after?.message]
  const parts = texts.filter((text): text is string => typeof text === 'string' && text !== '')
  return parts.length === 0 ? null : parts.join(': ')
}

function auditedEvents(entries: readonly AuditedEntry[]): TransferEvent[] {
  return entries.flatMap(({ action, at, by, after }) =>
    isAudited(action) ? [{ kind: audited[action], at, by, note: noteOf(after) }] : [],
  )
}

function rowEvents(row: TransferRow): TransferEvent[] {
  const instants = {
    created: row.created_at,
    claimed: row.claimed_at,
    sent: row.sent_at,
    settled: row.ts_liquidation,
    asked: row.asked_at,
    returned: row.returned_at,
  } as const
  const notes = { returned: row.return_cause } as const
  return Object.entries(instants).flatMap(([name, at]) => {
    const kind = TRANSFER_EVENTS.find((one) => one === name)
    if (kind === undefined || at === null) return []
    return [{ kind, at, by: null, note: kind === 'returned' ? notes.returned : null }]
  })
}

const rank = (event: TransferEvent) => TRANSFER_EVENTS.indexOf(event.kind)

/** Merges the instants of the order row with its audited events, oldest first. */
export function orderEvents(row: TransferRow, entries: readonly AuditedEntry[]): TransferEvent[] {
  const events = [...rowEvents(row), ...auditedEvents(entries)]
  return events.sort((left, right) => left.at.localeCompare(right.at) || rank(left) - rank(right))
}

/** Reads the audited events of an order, oldest first, at most 100. */
export function auditedEntries(db: Db, transfer_id: number): Promise<AuditedEntry[]> {
  return db
    .selectFrom('audit')
    .leftJoin('app_user', 'app_user.id', 'audit.actor_id')
    .select(['audit.action', 'audit.created_at as at'])
    .select(sql<string | null>`app_user.first_name || ' ' || app_user.last_name`.as('by'))
    .select(sql<Record<string, unknown> | null>`audit.after`.as('after'))
    .where('audit.subject', '=', 'transfer')
    .where('audit.subject_id', '=', transfer_id)
    .where('audit.action', 'in', auditedActions)
    .orderBy('audit.id')
    .limit(longestHistory)
    .execute()
}
