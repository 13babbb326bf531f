import type { Notification } from '@quincena/domain/notifications/schema'
import { sql } from 'kysely'

/** Kinds whose second part is no loan's number. */
const ofOtherThings = sql.join(['import', 'account'])

/** The loan a notice is about: the second part of its reason (`kind:loan:detail`). */
export const loanOfReason = sql<number | null>`case
  when split_part(notification.reason_key, ':', 1) not in (${ofOtherThings})
  then substring(notification.reason_key from '^[a-z_.-]+:([0-9]{1,15})(:|$)')::bigint end`

/** The upload a notice is about: `import:job`. */
export const importOfReason = sql<
  number | null
>`substring(notification.reason_key from '^import:([0-9]{1,15})$')::bigint`

export interface ReasonRow {
  reason_key: string | null
  loan: number | null
  import_kind: 'users' | 'companies' | null
}

type About = Notification['about']

const about = (kind: NonNullable<About>['kind'], id: string | undefined): About => ({ kind, id: id ?? null })

/** What a notice is about, so that its reader gets there in one step; null where it leads nowhere. */
export function aboutOf({ reason_key, loan, import_kind }: ReasonRow): About {
  const [kind = '', first, second] = (reason_key ?? '').split(':')
  if (kind === 'transfer-refused' || kind === 'review') return about('transfer', second)
  if (kind === 'incoming' || kind === 'incoming-contradicted') return about('incoming_payment', second)
  if (kind === 'incoming-unreadable') return about('incoming_payment', undefined)
  if (kind === 'reconciliation' || kind === 'reconciliation-late') return about('reconciliation', first)
  if (kind === 'payouts') return about('payouts', undefined)
  if (import_kind !== null) return about(`${import_kind}_import`, first)
  return loan === null ? null : about('loan', String(loan))
}
