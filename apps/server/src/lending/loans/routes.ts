import { approvalRequested } from '@quincena/domain/approvals/schema'
import { businessDay, isPayDate } from '@quincena/domain/dates'
import { formatCat } from '@quincena/domain/format'
import {
  cancelBody,
  loanPatch,
  loanRequestBody,
  maxAdvanceAnswer,
  maxAdvanceBody,
  type SimulationBody,
  simulationAnswer,
  simulationBody,
} from '@quincena/domain/loans/bodies'
import { loanDetail } from '@quincena/domain/loans/detail-schema'
import { DEFAULT_ADVANCE_SHARE, maxAdvance, taxTerms } from '@quincena/domain/loans/limits'
import { simulateCredit } from '@quincena/domain/loans/schedule'
import { account, loanPage, loanQuery } from '@quincena/domain/loans/schema'
import { type Cents, MONEY_LIMIT } from '@quincena/domain/money'
import { type Actor, isStaff } from '../../command/context.ts'
import { AppError } from '../../command/errors.ts'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { requireFactor } from '../../http/factor.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { idParams, nothing } from '../../http/route-parts.ts'
import { getApproval } from '../../platform/approvals/queries.ts'
import { cancelLoan } from './commands/cancel-loan.ts'
import { deleteLoan } from './commands/delete-loan.ts'
import { patchLoan } from './commands/patch-loan.ts'
import { requestLoan } from './commands/request-loan.ts'
import { getLoan } from './queries/loan-detail.ts'
import { getAccount, listLoans, ownTerms } from './queries/loans.ts'

const tags = ['loans']

/** Largest advance in centavos. For a worker the stored salary counts and the body's is ignored; staff may send any. */
async function getMaxAdvance(deps: Deps, user: Actor, salary: Cents | null): Promise<Cents> {
  const worker = await ownTerms(deps.db, user.id)
  return maxAdvance({
    advance_share: worker?.advance_share ?? DEFAULT_ADVANCE_SHARE,
    advance_cap: worker?.advance_cap ?? null,
    biweekly_salary: isStaff(user) ? salary : (worker?.biweekly_salary ?? null),
  })
}

const noTax = { tax_rate: 0, tax_added: false }

/** The VAT of the caller's own loans; staff have none. */
function ownTax(user: Actor, own: Awaited<ReturnType<typeof ownTerms>>) {
  if (isStaff(user) || own === undefined) return noTax
  const { tax_rate, tax_added } = own
  return taxTerms(tax_rate === null || tax_added === null ? null : { tax_rate, tax_added })
}

/**
 * Simulates a credit that starts today, with the VAT of the caller's company unless the body has another. Throws
 * `loan.starts_off_pay_date` (422) for a semimonthly one on a day that is no pay date: its first period would be
 * irregular; throws `loan.amount_exceeded` (422) if the total is above the largest amount.
 */
async function simulate(deps: Deps, user: Actor, body: SimulationBody) {
  const { annual_interest_rate: annual_rate, amount, number_of_payments: installments, frequency } = body
  const start = businessDay(deps.clock())
  if (frequency === 'semimonthly' && !isPayDate(start))
    throw new AppError('loan.starts_off_pay_date', 422, { fields: { frequency: 'loan.starts_off_pay_date' } })
  const own = await ownTerms(deps.db, user.id)
  const tax = ownTax(user, own)
  const simulation = simulateCredit({
    ...{ amount, annual_rate, frequency, installments, start },
    tax_rate: body.tax_rate ?? tax.tax_rate,
    tax_added: body.tax_added ?? tax.tax_added,
  })
  if (simulation.final_value > MONEY_LIMIT)
    throw new AppError('loan.amount_exceeded', 422, { fields: { amount: 'loan.amount_exceeded' } })
  return { ...simulation, cat_text: formatCat(simulation.cat) }
}

function calculationRoutes(app: App, deps: Deps) {
  app.post(
    '/loan/calculate-monthly-payment',
    allow('any', { tags, body: simulationBody, response: { 200: simulationAnswer } }),
    async (request) => ({ data: await simulate(deps, contextOf(request).user, request.body) }),
  )

  app.post(
    '/loan/get-max-advance-loan-amount',
    allow('any', { tags, body: maxAdvanceBody, response: { 200: maxAdvanceAnswer } }),
    async (request) => ({
      data: await getMaxAdvance(deps, contextOf(request).user, request.body.loan ?? null),
    }),
  )

  app.get(
    '/loan/account/:id',
    allow('any', { tags, params: idParams, response: { 200: account } }),
    (request) =>
      getAccount(
        deps.db,
        { user: contextOf(request).user, today: businessDay(deps.clock()) },
        request.params.id,
      ),
  )
}

/** Routes of loans: simulations, lists, requests, decisions, edits, deletion and cancellation. */
export function loanRoutes(app: App, deps: Deps) {
  const readerOf = (user: Actor) => ({ user, now: deps.clock(), hours: deps.stp.hours })

  calculationRoutes(app, deps)

  app.get(
    '/loan',
    allow('any', { tags, querystring: loanQuery, response: { 200: loanPage } }),
    async (request) => {
      const reader = { user: contextOf(request).user, today: businessDay(deps.clock()) }
      const list = await deps.reads.run(request.signedIn, (db) => listLoans(db, reader, request.query))
      return { ...pageAnswer(request, list), situations: list.situations }
    },
  )

  app.post(
    '/loan',
    allow('any', { tags, body: loanRequestBody, response: { 201: loanDetail } }, { views: 'loan' }),
    async (request) => {
      const context = contextOf(request)
      const { loan_id } = await requestLoan(deps, context, request.body)
      return getLoan(deps.db, readerOf(context.user), loan_id)
    },
  )

  app.get(
    '/loan/:id',
    allow('any', { tags, params: idParams, response: { 200: loanDetail } }, { views: 'loan' }),
    (request) => getLoan(deps.db, readerOf(contextOf(request).user), request.params.id),
  )

  for (const method of ['patch', 'put'] as const) {
    // Staff decide and edit, the owner withdraws or declines: `TRANSITIONS` in the domain.
    app[method](
      '/loan/:id',
      allow(
        'any',
        {
          ...{ tags, params: idParams, body: loanPatch },
          response: { 200: loanDetail, 202: approvalRequested },
        },
        { views: 'loan' },
      ),
      async (request, reply) => {
        const context = contextOf(request)
        const { loan_id, approval_id } = await patchLoan(deps, context, {
          loan_id: request.params.id,
          patch: request.body,
          requireFactor: () => requireFactor(request, 'recent'),
        })
        if (approval_id !== undefined)
          return reply.status(202).send({ approval: await getApproval(deps.db, context.user, approval_id) })
        return getLoan(deps.db, readerOf(context.user), loan_id)
      },
    )
  }

  app.delete(
    '/loan/:id',
    allow('admin', { tags, params: idParams, response: { 204: nothing } }),
    async (request) => {
      await deleteLoan(deps, contextOf(request), request.params.id)
    },
  )

  app.post(
    '/loan/:id/cancel',
    allow(
      'admin',
      { tags, params: idParams, body: cancelBody, response: { 200: loanDetail, 202: approvalRequested } },
      { factor: 'recent', views: 'loan' },
    ),
    async (request, reply) => {
      const context = contextOf(request)
      const input = { loan_id: request.params.id, reason: request.body.reason }
      const { approval_id } = await cancelLoan(deps, context, input)
      if (approval_id !== null)
        return reply.status(202).send({ approval: await getApproval(deps.db, context.user, approval_id) })
      return getLoan(deps.db, readerOf(context.user), request.params.id)
    },
  )
}
