import type { NoticeKind } from '@quincena/domain/notifications/kinds'
import type { Notification } from '@quincena/domain/notifications/schema'
import { sql } from 'kysely'

/** Notice kinds whose reason has a loan's id, or nothing, as its second part. */
const kindsOfLoans: readonly NoticeKind[] = [
  'approved',
  'rejected',
  'expired',
  'cancelled',
  'edited',
  'sent',
  'settled',
  'refused',
  'returned',
  'requested',
  'paid',
  'completed',
  'reversed',
  'due',
  'overdue',
  'transfer-refused',
  'payout-returned',
  'review',
  'incoming',
  'incoming-contradicted',
  'incoming-doubted',
]

/** SQL for the id of the loan that a notice is about: the second part of its reason (`kind:loan:detail`). */
export const loanOfReason = sql<number | null>`case
  when split_part(notification.reason_key, ':', 1) in (${sql.join([...kindsOfLoans])})
  then substring(notification.reason_key from '^[a-z-]+:([0-9]{1,15})(:|$)')::bigint end`

/** SQL for the id of the import that a notice is about: `import:job`. */
export const importOfReason = sql<
  number | null
>`substring(notification.reason_key from '^import:([0-9]{1,15})$')::bigint`

export interface ReasonRow {
  reason_key: string | null
  loan: number | null
  import_kind: 'users' | 'companies' | null
}

type About = NonNullable<Notification['about']>

/** What each kind of notice links to, and the part of the reason that has its id; null: the link has no id. */
const links: Partial<Record<string, { kind: About['kind']; part: 1 | 2 | null }>> = {
  'transfer-refused': { kind: 'transfer', part: 2 },
  review: { kind: 'transfer', part: 2 },
  incoming: { kind: 'incoming_payment', part: 2 },
  'incoming-contradicted': { kind: 'incoming_payment', part: 2 },
  'incoming-doubted': { kind: 'incoming_payment', part: 2 },
  'incoming-doubted-many': { kind: 'incoming_payment', part: null },
  'incoming-unreadable': { kind: 'incoming_payment', part: null },
  reconciliation: { kind: 'reconciliation', part: 1 },
  'reconciliation-late': { kind: 'reconciliation', part: 1 },
  payouts: { kind: 'payouts', part: null },
  document: { kind: 'documents', part: null },
  account: { kind: 'account', part: null },
  security: { kind: 'security', part: null },
  privacy: { kind: 'privacy_request', part: 1 },
  'password-expiry': { kind: 'security', part: null },
}

/** What a notice is about, so that the app can open it; null if it links to nothing. */
export function aboutOf({ reason_key, loan, import_kind }: ReasonRow): About | null {
  const parts = (reason_key ?? '').split(':')
  const link = links[parts[0] ?? '']
  if (link !== undefined) return { kind: link.kind, id: (link.part !== null && parts[link.part]) || null }
  if (import_kind !== null) return { kind: `${import_kind}_import`, id: parts[1] ?? null }
  return loan === null ? null : { kind: 'loan', id: String(loan) }
}
