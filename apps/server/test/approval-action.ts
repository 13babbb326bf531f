import { approvalRequested } from '@quincena/domain/approvals/schema'
import { id } from '@quincena/domain/fields'
import { formatMoney } from '@quincena/domain/format'
import { money } from '@quincena/domain/money'
import { z } from 'zod'
import { buildApp } from '../src/app.ts'
import { AppError } from '../src/command/errors.ts'
import { runCommand } from '../src/command/run-command.ts'
import type { Trx } from '../src/db/types.ts'
import { allow } from '../src/http/access.ts'
import { contextOf } from '../src/http/request.ts'
import { requestApproval } from '../src/platform/approvals/commands/request-approval.ts'
import { type ApprovalAction, registerApprovalActions } from '../src/platform/approvals/handlers.ts'
import { writeAudit } from '../src/platform/audit/commands/write-audit.ts'
import type { TestContext } from './context.ts'

const raise = z.object({ user_id: id, before: money, after: money })
type Raise = z.output<typeof raise>

async function lockSalary(trx: Trx, user_id: number) {
  const query = trx
    .selectFrom('app_user')
    .select(['biweekly_salary_cents', 'first_name'])
    .where('id', '=', user_id)
  return query.forUpdate().executeTakeFirstOrThrow()
}

/** Makes an action that changes a worker's salary; `name` decides who may approve it. */
function salaryAction(name: string, deciders: 'staff' | 'admin'): ApprovalAction<typeof raise> {
  return {
    ...{ name, payload: raise, deciders, is_single: true, requesters: ['U0', 'U1', 'U2'] },
    subjectOf: ({ user_id }: Raise) => ['user', user_id],
    async describe(trx: Trx, { user_id, before, after }: Raise) {
      const { first_name } = await lockSalary(trx, user_id)
      const line = { label: 'Sueldo quincenal', before: formatMoney(before), value: formatMoney(after) }
      return { title: 'Cambiar el sueldo', amount: after, person: first_name, lines: [line] }
    },
    async isUnchanged(trx: Trx, { user_id, before }: Raise) {
      return (await lockSalary(trx, user_id)).biweekly_salary_cents === before
    },
    async execute(deps, trx, { context, payload }) {
      const { user_id, before, after } = payload
      if (after === 666_00) throw new AppError('payouts.paused', 503)
      const changes = { biweekly_salary_cents: after }
      await trx.updateTable('app_user').set(changes).where('id', '=', user_id).execute()
      const subject = ['user', user_id] as const
      await writeAudit(deps, trx, {
        context,
        action: 'user.updated',
        subject,
        before: { before },
        after: { after },
      })
      return { salary: after }
    },
  }
}

const actions = {
  '/test/raises': salaryAction('salary.raise', 'staff'),
  '/test/large-raises': salaryAction('salary.raise_largely', 'admin'),
}

/**
 * Builds the app with a route for each test action. A route answers 202 with the request; the subject is the worker of
 * the body.
 */
export async function buildAppWithActions(ctx: TestContext) {
  registerApprovalActions(Object.values(actions))
  const app = await buildApp(ctx.deps)
  for (const [path, action] of Object.entries(actions))
    app.post(path, allow('any', { body: raise, response: { 202: approvalRequested } }), (request) =>
      runCommand(ctx.deps, contextOf(request), async (trx) => {
        const context = contextOf(request)
        await lockSalary(trx, request.body.user_id)
        return { approval: await requestApproval(ctx.deps, trx, { context, action, payload: request.body }) }
      }),
    )
  await app.ready()
  return app
}

/** Lets a worker request a raise of their salary, which staff may approve. */
export function requestRaise(ctx: TestContext, worker: { id: number; company_id: number | null }) {
  registerApprovalActions(Object.values(actions))
  const user = { id: worker.id, user_type: 'U2' as const, company_id: worker.company_id }
  const context = { user, session_id: null, ip: null, user_agent: null }
  const payload = { user_id: worker.id, before: 800_000, after: 900_000 }
  const action = actions['/test/raises']
  return ctx.deps.db
    .transaction()
    .execute((trx) => requestApproval(ctx.deps, trx, { context, action, payload }))
}
