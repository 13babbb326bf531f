import { kindsOfLoans, ruleOf } from '@quincena/domain/notifications/kinds'
import type { Notification } from '@quincena/domain/notifications/schema'
import { sql } from 'kysely'

/** SQL for the id of the loan that a notice is about: the second part of its reason (`kind:loan:detail`). */
export const loanOfReason = sql<number | null>`case
  when split_part(notification.reason_key, ':', 1) in (${sql.join(kindsOfLoans)})
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

/** What a notice is about, so that the app can open it; null if it links to nothing. */
export function aboutOf({ reason_key, loan, import_kind }: ReasonRow): About | null {
  const rule = ruleOf(reason_key)
  if (rule === null) return null
  const { opens, id_part } = rule
  if (opens === 'loan') return loan === null ? null : { kind: 'loan', id: String(loan) }
  const id = (id_part !== null && reason_key?.split(':')[id_part]) || null
  if (opens !== 'import') return { kind: opens, id }
  return import_kind === null ? null : { kind: `${import_kind}_import`, id }
}
