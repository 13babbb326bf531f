import type { Filled } from './column.ts'

interface EventOutbox {
  xact: Filled<string>
  payloads: string[]
}

/** The table of the migration `event_outbox`, column by column. */
export interface EventTables {
  event_outbox: EventOutbox
}
