import type { LoanEvent } from '@quincena/domain/loans/rules'
import type { Cents } from '@quincena/domain/money'
import {
  EVENT_OF_TRANSITION,
  type LoanFacts,
  type PaymentFacts,
  WEBHOOK_VERSION,
  type WebhookData,
  type WebhookEventType,
  webhookData,
} from '@quincena/domain/webhooks/events'
import { WEBHOOK_KEPT_DAYS } from '@quincena/domain/webhooks/schema'
import { sql } from 'kysely'
import { isoOf } from '../../command/clock.ts'
import { writeLater } from '../../db/outbox-writer.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'

/** An event and its data; amounts in centavos. */
interface NewEvent<Type extends WebhookEventType> {
  type: Type
  data: WebhookData<Type>
}

/** The columns of a loan that its events say. */
export type EventLoan = Omit<LoanFacts, 'loan_id'> & { id: number }

/** What every event says of its loan. */
export const loanFactsOf = ({
  id,
  folio,
  type,
  user_id,
  company_id,
  amount_cents,
}: EventLoan): LoanFacts => ({
  loan_id: id,
  ...{ folio, type, user_id, company_id, amount_cents },
})

interface EventPayment extends Pick<PaymentFacts, 'payment_id' | 'value_date' | 'channel'> {
  amount: Cents
  /** What the loan owes afterwards. */
  left: Cents | null
}

/** What the events of a payment say. */
export function paymentFactsOf(loan: EventLoan, { amount, left, ...payment }: EventPayment): PaymentFacts {
  return { ...loanFactsOf(loan), ...payment, amount_cents: amount, amount_due_cents: left }
}

/**
 * Records events of one type for the programs of others, in the command's transaction and with its next message, so that
 * they exist exactly if the change does and cost no round trip.
 */
async function recordEvents<Type extends WebhookEventType>(
  { clock }: Pick<Deps, 'clock'>,
  trx: Trx,
  { type, data }: { type: Type; data: readonly WebhookData<Type>[] },
): Promise<void> {
  if (data.length === 0) return
  const created_at = isoOf(clock())
  // Drops what a caller adds by mistake: messages have the declared fields alone.
  const facts = data.map((item) => webhookData[type].parse(item))
  await writeLater(
    trx,
    sql`insert into webhook_event (type, version, company_id, data, created_at)
      select ${type}::text, ${WEBHOOK_VERSION}::smallint, company_id, data, ${created_at}::timestamptz
      from unnest(${facts.map(({ company_id }) => company_id)}::bigint[],
        ${facts.map((item) => JSON.stringify(item))}::jsonb[]) with ordinality as event (company_id, data, number)
      order by number`,
  )
}

/** Records one event as `recordEvents` does. */
export const recordEvent = <Type extends WebhookEventType>(
  deps: Pick<Deps, 'clock'>,
  trx: Trx,
  { type, data }: NewEvent<Type>,
): Promise<void> => recordEvents(deps, trx, { type, data: [data] })

/** Records what a transition of loans is to the outside; nothing where it is no event. */
export async function recordTransition(
  deps: Pick<Deps, 'clock'>,
  trx: Trx,
  { event, loans }: { event: LoanEvent; loans: readonly EventLoan[] },
): Promise<void> {
  const type = EVENT_OF_TRANSITION[event]
  if (type !== null) await recordEvents(deps, trx, { type, data: loans.map(loanFactsOf) })
}

/** Events that get a position in one transaction. */
const batchSize = 1000

/**
 * Gives committed events their positions, without gaps, and returns the last position of all. An event that a
 * transaction commits late gets a later position than those that were there before it; those of one loan keep their
 * order, because its row is locked until the commit.
 */
export async function numberEvents({ db }: Pick<Deps, 'db'>): Promise<number> {
  const { last_position, waits } = await db
    .selectFrom('webhook_mark')
    .select('last_position')
    .select(sql<boolean>`exists (select from webhook_event where position is null)`.as('waits'))
    .executeTakeFirstOrThrow()
  if (!waits) return last_position
  for (;;) {
    const { count, last_position } = await db.transaction().execute(async (trx) => {
      const mark = await trx
        .selectFrom('webhook_mark')
        .select('last_position')
        .forUpdate()
        .executeTakeFirstOrThrow()
      const { rows } = await sql<{ position: number }>`
        update webhook_event set position = ${mark.last_position}::bigint + number
        from (select id, row_number() over (order by id) as number
          from (select id from webhook_event where position is null order by id limit ${batchSize}) as waiting) as numbered
        where webhook_event.id = numbered.id
        returning webhook_event.position`.execute(trx)
      if (rows.length === 0) return { count: 0, last_position: mark.last_position }
      const last_position = mark.last_position + rows.length
      await trx.updateTable('webhook_mark').set({ last_position }).execute()
      return { count: rows.length, last_position }
    })
    if (count < batchSize) return last_position
  }
}

/** Deletes events that are older than 30 days. */
export async function purgeEvents({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const limit = isoOf(clock().subtract({ hours: WEBHOOK_KEPT_DAYS * 24 }))
  await db
    .deleteFrom('webhook_event')
    .where('created_at', '<', limit)
    .where('position', 'is not', null)
    .execute()
}
