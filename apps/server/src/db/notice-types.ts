import type { Figure } from '@quincena/domain/mails/schema'
import type { ColumnType, JSONColumnType } from 'kysely'
import type { Always, Filled } from './column.ts'

interface Notification {
  id: Always<number>
  recipient_id: number
  title: string
  message: string
  /** What a locked phone shows; null for staff's messages and for what a server of before stored. */
  locked_text: string | null
  checked: Filled<boolean>
  reason_key: string | null
  created_at: string
  deleted_at: string | null
}

/** The words of a delivery as they were written: of a mail, or of a message. */
export type DeliveryWords =
  | { subject: string; preheader: string; paragraphs: string[]; closing: string[] }
  | { text: string }

interface NoticeDelivery {
  id: Always<number>
  notification_id: number
  channel: 'mail' | 'message'
  address: string
  goes_first: Filled<boolean>
  figures: JSONColumnType<Figure[], string | undefined, string>
  /** Null for a notice to staff, and for one of a server of before. */
  words: ColumnType<DeliveryWords | null, string | null | undefined, string | null>
  state: Filled<'queued' | 'sent' | 'failed' | 'given_up' | 'skipped'>
  attempts: Filled<number>
  next_try_at: string | null
  reason: string | null
  created_at: string
  finished_at: string | null
}

export interface NoticeTables {
  notification: Notification
  notice_delivery: NoticeDelivery
}
