import type { WebhookBody } from '@quincena/domain/webhooks/schema'
import { createEndpoint } from '../src/office/webhooks/commands/save-endpoint.ts'
import { recordEvent } from '../src/platform/webhook-events/commands.ts'
import type { TestContext } from './context.ts'
import { makeStaff } from './factories.ts'
import { asAdmin } from './payments.ts'

const usual: Omit<WebhookBody, 'url'> = {
  description: 'Nómina',
  event_types: ['loan.approved', 'loan.rejected'],
  company: null,
  is_active: true,
}

/** Adds an endpoint as a new admin; returns its id and its secret. */
export async function makeEndpoint(ctx: TestContext, body: Partial<WebhookBody> & Pick<WebhookBody, 'url'>) {
  const context = asAdmin(await makeStaff(ctx, 'U0'))
  const { id, secret } = await createEndpoint(ctx.deps, context, { ...usual, ...body })
  if (secret === null) throw new Error('a new endpoint has a secret')
  return { id, secret, context }
}

interface Wish {
  loan_id: number
  type?: 'loan.approved' | 'loan.rejected' | 'loan.completed'
  company_id?: number | null
}

/** Records an event of a loan that need not exist. */
export const recordLoanEvent = (
  ctx: TestContext,
  { loan_id, type = 'loan.approved', company_id = null }: Wish,
) =>
  ctx.deps.db.transaction().execute((trx) =>
    recordEvent(ctx.deps, trx, {
      type,
      data: {
        ...{ loan_id, folio: `C-${loan_id}`, type: 'credit', user_id: 1, company_id },
        amount_cents: 100_000,
      },
    }),
  )

/** The row of an endpoint. */
export const findEndpoint = (ctx: TestContext, id: number) =>
  ctx.deps.db.selectFrom('webhook_endpoint').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
