import type { Figure } from '@quincena/domain/mails/schema'
import type { JSONColumnType } from 'kysely'
import type { Always, Filled } from './column.ts'

interface NoticeDelivery {
  id: Always<number>
  notification_id: number
  channel: 'mail' | 'message'
  address: string
  goes_first: Filled<boolean>
  figures: JSONColumnType<Figure[], string | undefined, string>
  state: Filled<'queued' | 'sent' | 'failed' | 'given_up' | 'skipped'>
  attempts: Filled<number>
  next_try_at: string | null
  reason: string | null
  created_at: string
  finished_at: string | null
}

export interface NoticeTables {
  notice_delivery: NoticeDelivery
}
