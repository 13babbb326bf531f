import type { Figure } from '@quincena/domain/mails/schema'
import { deliveryOf, messageTime } from '@quincena/domain/notifications/channels'
import { type NoticeReason, ruleOf } from '@quincena/domain/notifications/kinds'
import type { NoticeWords } from '@quincena/domain/texts/notice-words'
import { type ExpressionWrapper, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Database } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { wants } from '../queries/notifications.ts'
import { subscriptionsOfRecipient } from '../queries/push.ts'
import type { StoredNotice } from './push.ts'

/** What a notice is beside its text. */
interface NoticeFacts {
  /** Makes it unique for its recipient, and decides its channels and which switch silences it. */
  reason_key: NoticeReason
  /** Amounts and days that its mail shows as rows. */
  figures?: readonly Figure[]
  /** Where its mail goes if not to the recipient's present address. */
  mail_to?: string
  /** The phone, of ten digits, that its message goes to if not the recipient's present one; null: it has no message. */
  message_to?: string | null
}

/** A notice to staff, whose words are code. */
export interface StaffText extends NoticeFacts {
  title: string
  message: string
}

/** A notice whose words are a text of the installation. */
export interface WordedNotice extends NoticeFacts {
  words: NoticeWords
}

export type NoticeText = StaffText | WordedNotice

/** A notice to store. */
export type Notice = NoticeText & { recipient_id: number }

/** What a notice needs: the time, the screens, the queue of push messages, the texts, and whether messages can be sent. */
export type Notifying = Pick<Deps, 'clock' | 'events' | 'queue' | 'messenger' | 'texts'>

/** SQL for which users get a notice. */
export type Recipients = ExpressionWrapper<Database, 'user_summary', SqlBool>

/** The notices as rows, in the order of their insertion. */
interface NoticeSource {
  /** SQL for `recipient_id, number` and the columns of `NoticeText`. */
  rows: RawBuilder<unknown>
  /** True: some may be mailed or sent as a message. */
  is_delivered: boolean
}

/** Columns of a notice's text and of its way out of the app. */
const columnTypes = {
  title: 'text',
  message: 'text',
  locked_text: 'text',
  reason_key: 'text',
  toggle: 'text',
  mail_key: 'text',
  mail_to: 'text',
  message_key: 'text',
  message_to: 'text',
  message_at: 'timestamptz',
  is_urgent: 'boolean',
  goes_first: 'boolean',
  figures: 'jsonb',
  mail_words: 'jsonb',
  message_words: 'jsonb',
} as const
type Column = keyof typeof columnTypes
const columns = [
  ...(['title', 'message', 'locked_text', 'reason_key', 'toggle', 'mail_key', 'mail_to'] as const),
  ...(['message_key', 'message_to', 'message_at', 'is_urgent', 'goes_first', 'figures'] as const),
  ...(['mail_words', 'message_words'] as const),
] satisfies Column[]

const columnList = sql.join(columns.map((column) => sql.ref(column)))
const typeOf = (column: Column) => sql.raw(columnTypes[column])

/** The words of a notice in each of its channels, as they stay. */
function writtenWords(deps: Notifying, notice: NoticeText) {
  const noWords = { locked_text: null, mail_words: null, message_words: null }
  if (!('words' in notice)) return { title: notice.title, message: notice.message, ...noWords }
  const filled = deps.texts.write(notice.words)
  const { title, message, locked, subject, preheader, mail: paragraphs, closing, short_message } = filled
  return {
    ...{ title, message, locked_text: locked ?? message },
    mail_words: JSON.stringify({ subject, preheader, paragraphs, closing }),
    message_words: short_message === null ? null : JSON.stringify({ text: short_message }),
  }
}

/** The values of a notice. Without a provider no message is sent; at night only urgent ones. */
function valuesOf(deps: Notifying, notice: NoticeText) {
  const { reason_key, figures = [], mail_to, message_to } = notice
  const words = writtenWords(deps, notice)
  const { mail_key, message_key, is_urgent, goes_first } = deliveryOf(reason_key)
  const hasMessage = deps.messenger !== null && message_to !== null && words.message_words !== null
  const now = deps.clock()
  return {
    ...words,
    reason_key,
    toggle: ruleOf(reason_key)?.toggle ?? null,
    mail_key,
    mail_to: mail_to ?? null,
    message_key: hasMessage ? message_key : null,
    message_to: message_to ?? null,
    message_at: isoOf(is_urgent ? now : messageTime(now)),
    is_urgent,
    goes_first,
    figures: JSON.stringify(figures),
  } satisfies Record<Column, unknown>
}

/** One notice for every user whom the condition names. */
export function sourceFor(deps: Notifying, notice: NoticeText, recipients: Recipients): NoticeSource {
  const values = valuesOf(deps, notice)
  const selected = columns.map((column) => sql`${values[column]}::${typeOf(column)} as ${sql.ref(column)}`)
  return {
    rows: sql`select id as recipient_id, id as number, ${sql.join(selected)} from user_summary where ${recipients}`,
    is_delivered: (values.mail_key ?? values.message_key) !== null,
  }
}

/** Many notices, each for its own user. */
export function sourceOf(deps: Notifying, notices: readonly Notice[]): NoticeSource {
  const rows = notices.map((notice) => valuesOf(deps, notice))
  const arrays = columns.map((column) => sql`${rows.map((row) => row[column])}::${typeOf(column)}[]`)
  const recipient_ids = notices.map(({ recipient_id }) => recipient_id)
  return {
    rows: sql`select * from unnest(${recipient_ids}::bigint[], ${sql.join(arrays)}) with ordinality
      as notice (recipient_id, ${columnList}, number)`,
    is_delivered: rows.some(({ mail_key, message_key }) => (mail_key ?? message_key) !== null),
  }
}

/** Stores what leaves the app for the notices that were stored, with the addresses of now. */
const deliveryInsert = (now: string) => sql`, delivered as (
  insert into notice_delivery (notification_id, channel, address, goes_first, figures, words, next_try_at, created_at)
  select stored.id, way.channel, way.address, notice.goes_first, notice.figures, way.words, way.at, ${now}::timestamptz
  from stored
  join notice on notice.recipient_id = stored.recipient_id and notice.reason_key = stored.reason_key
  join user_summary on user_summary.id = stored.recipient_id
  cross join lateral (values
    ('mail', notice.mail_key, ${now}::timestamptz, notice.mail_words, case
      when notice.mail_to is not null then notice.mail_to
      when notice.is_urgent or not user_summary.must_confirm_email then user_summary.email end),
    ('message', notice.message_key, notice.message_at, notice.message_words, '+52' || coalesce(notice.message_to, user_summary.phone))
  ) as way (channel, key, at, words, address)
  where way.key is not null and way.address is not null and ${wants(sql.ref('way.key'))}
  order by stored.id
  on conflict do nothing)`

/**
 * Inserts the notices whose recipients did not get them before and have not turned them off, and with them what they
 * send by mail and as a message.
 */
export function noticeInsert(
  deps: Notifying,
  { rows, is_delivered }: NoticeSource,
): RawBuilder<StoredNotice> {
  const now = isoOf(deps.clock())
  return sql`with notice as (${rows}), stored as (
    insert into notification (recipient_id, title, message, locked_text, reason_key, created_at)
    select recipient_id, title, message, locked_text, reason_key, ${now}::timestamptz
    from notice join user_summary on user_summary.id = recipient_id
    where ${wants(sql.ref('toggle'))}
    order by number
    on conflict (recipient_id, reason_key) do nothing
    returning id, recipient_id, reason_key, ${subscriptionsOfRecipient})${is_delivered ? deliveryInsert(now) : sql``}
    select id, recipient_id, subscription_ids from stored order by id`
}
