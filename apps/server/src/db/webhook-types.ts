import type { WebhookEventType } from '@quincena/domain/webhooks/events'
import type { WebhookState } from '@quincena/domain/webhooks/schema'
import type { Always, Filled, Json } from './column.ts'

interface WebhookEvent {
  id: Always<number>
  /** Null until the job numbers it. */
  position: number | null
  message_id: Filled<string>
  type: WebhookEventType
  version: number
  company_id: number | null
  data: Json<object>
  created_at: string
}

interface WebhookMark {
  is_only: Filled<boolean>
  last_position: number
}

interface WebhookEndpointRow {
  id: Filled<number>
  url: string
  description: string
  event_types: WebhookEventType[]
  company_id: number | null
  state: WebhookState
  sealed_secret: Buffer
  sealed_previous_secret: Buffer | null
  previous_secret_until: string | null
  delivered_position: number
  attempts: Filled<number>
  failing_since: string | null
  next_try_at: string | null
  last_delivery_at: string | null
  /** The run of a process that delivers to it. */
  claim: string | null
  claimed_until: string | null
  created_by: number
  created_at: string
  updated_at: string
}

interface WebhookAttemptRow {
  id: Always<number>
  endpoint_id: number
  message_id: string
  position: number | null
  event_type: string
  attempt: number
  is_delivered: boolean
  status: number | null
  fault: string | null
  duration_ms: number
  answer: string | null
  created_at: string
}

/** The tables of migrations/136_webhooks.sql, column by column. */
export interface WebhookTables {
  webhook_event: WebhookEvent
  webhook_mark: WebhookMark
  webhook_endpoint: WebhookEndpointRow
  webhook_attempt: WebhookAttemptRow
}
