import type { Figure } from '@quincena/domain/mails/schema'
import { kindsOfLoans, ruleOf } from '@quincena/domain/notifications/kinds'
import type { Notification } from '@quincena/domain/notifications/schema'
import { sql } from 'kysely'
import type { DeliveryWords } from '../../db/notice-types.ts'
import type { MailContent } from '../../integrations/mail/mail.ts'

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

/** The page of the worker app that a push message or mail opens: the loan, or the list; below the base path. */
export function pathOf({ loan, loan_type }: Pick<Notification, 'loan' | 'loan_type'>): string {
  if (loan === null) return 'app/notifications-user'
  return `app/${loan_type === 'credit' ? 'credit-detail' : 'anticipation-detail'}/${loan}`
}

interface MailedNotice extends Pick<Notification, 'title' | 'message' | 'loan' | 'loan_type'> {
  words: DeliveryWords | null
  first_name: string
  user_type: 'U0' | 'U1' | 'U2'
  figures: Figure[]
}

/** The words of a notice's mail; those of staff, and of a server of before, are the notice's own. */
function mailWords({ words, title, message }: MailedNotice) {
  if (words !== null && 'subject' in words) return words
  return { subject: title, preheader: 'Los detalles están en este correo.', paragraphs: [message] }
}

/** The mail of a notice; `site` is the address of the app with its base path. */
export function noticeMail(notice: MailedNotice, site: string): MailContent {
  const { first_name, user_type, figures } = notice
  const isWorker = user_type === 'U2'
  return {
    ...mailWords(notice),
    greeting: first_name,
    figures,
    button: { label: 'Ver en la aplicación', url: `${site}/${isWorker ? pathOf(notice) : ''}` },
    has_settings: isWorker,
  }
}
