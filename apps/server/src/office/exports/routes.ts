import { businessDay } from '@quincena/domain/dates'
import {
  auditExport,
  bankLineExport,
  collectionExport,
  companyExport,
  loanExport,
  movementExport,
  openPaymentExport,
  paymentExport,
  transferExport,
  trialBalanceExport,
  userExport,
  workerBalanceExport,
} from '@quincena/domain/exports/schema'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { countRows } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { bankPaymentsOf, lineIds, linesOf, openPaymentIds } from '../../lending/bank-matches/queries/lines.ts'
import { collectionIds, collectionsOf } from '../../lending/collections/queries.ts'
import { loanIds } from '../../lending/loans/queries/loan-order.ts'
import { exportedLoans } from '../../lending/loans/queries/loans.ts'
import { exportedPayments, paymentIds } from '../../lending/payments/queries/payments.ts'
import { resolveTransfers } from '../../lending/payouts/queries/found-transfers.ts'
import { transferIds } from '../../lending/payouts/queries/transfer-order.ts'
import { transfersOf } from '../../lending/payouts/queries/transfers.ts'
import { usersOf } from '../../people/accounts/queries.ts'
import { companiesOf, companyIds } from '../../people/companies/queries.ts'
import { userIds } from '../../people/users/queries/users.ts'
import { movementIds, movementsOf } from '../../treasury/daily-totals/queries/movements.ts'
import { readTrialBalance } from '../../treasury/daily-totals/queries/trial-balance.ts'
import { balanceIds, balancesOf } from '../../treasury/worker-balances/queries/worker-balances.ts'
import { auditIds, auditOf } from '../audit/queries.ts'
import { createSender } from './commands.ts'
import { auditTable } from './tables/audit.ts'
import { bankLineTable, openPaymentTable } from './tables/banks.ts'
import { collectionTable } from './tables/collections.ts'
import { companyTable } from './tables/companies.ts'
import { loanTable } from './tables/loans.ts'
import { movementTable } from './tables/movements.ts'
import { paymentTable } from './tables/payments.ts'
import { transferTable } from './tables/transfers.ts'
import { trialBalanceLines, trialBalanceTable } from './tables/trial-balance.ts'
import { userTable } from './tables/users.ts'
import { workerBalanceTable } from './tables/worker-balances.ts'

const tags = ['exports']

const loanFileNames = { credit: 'Creditos', advance: 'Anticipos', all: 'Solicitudes' } as const

function bankExports(app: App, deps: Deps, sendTable: ReturnType<typeof createSender>) {
  app.get(
    '/treasury/bank-lines/export',
    allow('staff', { tags, querystring: bankLineExport }, { factor: 'recent' }),
    async (request, reply) => {
      const { format, ...filters } = request.query
      const ids = lineIds(deps.db, filters)
      const list = { table: bankLineTable, format, filters, count: await countRows(ids), ids, rows: linesOf }
      return sendTable(contextOf(request), reply, list)
    },
  )
  app.get(
    '/treasury/open-payments/export',
    allow('staff', { tags, querystring: openPaymentExport }, { factor: 'recent' }),
    async (request, reply) => {
      const { format, ...filters } = request.query
      const ids = openPaymentIds(deps.db, filters)
      const list = { table: openPaymentTable, format, filters, count: await countRows(ids), ids }
      return sendTable(contextOf(request), reply, { ...list, rows: bankPaymentsOf })
    },
  )
}

function collectionExports(app: App, deps: Deps, sendTable: ReturnType<typeof createSender>) {
  app.get(
    '/collections/export',
    allow('staff', { tags, querystring: collectionExport }, { factor: 'recent' }),
    async (request, reply) => {
      const { format, ...filters } = request.query
      const today = businessDay(deps.clock())
      const ids = collectionIds(deps.db, today, filters)
      const rows = (trx: Trx, some: readonly number[]) => collectionsOf(trx, some, today)
      const list = { table: collectionTable(today), format, filters, count: await countRows(ids), ids, rows }
      return sendTable(contextOf(request), reply, { ...list, company_id: filters.company })
    },
  )
}

/** Exports of lists as CSV or .xlsx files, with the list's filters and order and all its pages. */
export function exportRoutes(app: App, deps: Deps) {
  const sendTable = createSender(deps)
  bankExports(app, deps, sendTable)
  collectionExports(app, deps, sendTable)

  app.get(
    '/loan/export',
    allow('staff', { tags, querystring: loanExport }, { factor: 'recent' }),
    async (request, reply) => {
      const context = contextOf(request)
      const { format, ...filters } = request.query
      const ids = loanIds(deps.db, context.user, filters)
      const count = await countRows(ids)
      const today = businessDay(deps.clock())
      const rows = (trx: Trx, some: readonly number[]) => exportedLoans(trx, some, today)
      const about = { list: loanFileNames[filters.type ?? 'all'], company_id: filters.company }
      return sendTable(context, reply, { table: loanTable, format, filters, count, ids, rows, ...about })
    },
  )

  app.get(
    '/loan/payment/export',
    allow('staff', { tags, querystring: paymentExport }, { factor: 'recent' }),
    async (request, reply) => {
      const context = contextOf(request)
      const { format, ...filters } = request.query
      const ids = paymentIds(deps.db, context.user, filters)
      const list = { table: paymentTable, format, filters, count: await countRows(ids) }
      return sendTable(context, reply, { ...list, ids, rows: exportedPayments })
    },
  )

  app.get(
    '/auth/users/export',
    allow('staff', { tags, querystring: userExport }, { factor: 'recent' }),
    async (request, reply) => {
      const { format, ...filters } = request.query
      const ids = userIds(deps.db, filters)
      const list = { table: userTable, format, filters, count: await countRows(ids), ids, rows: usersOf }
      return sendTable(contextOf(request), reply, { ...list, company_id: filters.company })
    },
  )

  app.get(
    '/company/export',
    allow('staff', { tags, querystring: companyExport }, { factor: 'recent' }),
    async (request, reply) => {
      const { format, ...filters } = request.query
      const ids = companyIds(deps.db, filters)
      const list = {
        table: companyTable,
        format,
        filters,
        count: await countRows(ids),
        ids,
        rows: companiesOf,
      }
      return sendTable(contextOf(request), reply, list)
    },
  )

  app.get(
    '/stp/export',
    allow('staff', { tags, querystring: transferExport }, { factor: 'recent' }),
    async (request, reply) => {
      const { format, ...filters } = request.query
      const lender = deps.env.stp.company
      const { count, texts } = await resolveTransfers(deps.db, { ...filters, lender, now: deps.clock() })
      const ids = transferIds(deps.db, { ...filters, lender, now: deps.clock() }, texts)
      const rows = (trx: Trx, some: readonly number[]) => transfersOf(trx, some, lender)
      const list = { table: transferTable, format, filters, count, ids, rows }
      return sendTable(contextOf(request), reply, { ...list, company_id: filters.company__id })
    },
  )

  app.get(
    '/treasury/balances/export',
    allow('staff', { tags, querystring: workerBalanceExport }, { factor: 'recent' }),
    async (request, reply) => {
      const context = contextOf(request)
      const { format, ...filters } = request.query
      const ids = balanceIds(deps.db, filters)
      const rows = (trx: Trx, some: readonly number[]) => balancesOf(trx, context.user, some)
      const list = { table: workerBalanceTable, format, filters, count: await countRows(ids), ids, rows }
      return sendTable(context, reply, list)
    },
  )

  app.get(
    '/audit/export',
    allow('admin', { tags, querystring: auditExport }, { factor: 'recent' }),
    async (request, reply) => {
      const { format, ...filters } = request.query
      const ids = auditIds(deps.db, filters)
      const list = { table: auditTable, format, filters, count: await countRows(ids), ids, rows: auditOf }
      return sendTable(contextOf(request), reply, list)
    },
  )

  app.get(
    '/treasury/movements/export',
    allow('staff', { tags, querystring: movementExport }, { factor: 'recent' }),
    async (request, reply) => {
      const { format, ...filters } = request.query
      const ids = movementIds(deps.db, filters)
      const list = { table: movementTable, format, filters, count: await countRows(ids), ids }
      const rows = (trx: Trx, some: readonly number[]) => movementsOf(trx, some, filters.set)
      return sendTable(contextOf(request), reply, { ...list, rows })
    },
  )

  app.get(
    '/treasury/trial-balance/export',
    allow('staff', { tags, querystring: trialBalanceExport }, { factor: 'recent' }),
    async (request, reply) => {
      const { format, ...filters } = request.query
      const lines = trialBalanceLines(await readTrialBalance(deps.db, filters))
      const report = { table: trialBalanceTable, format, filters, count: lines.length }
      return sendTable(contextOf(request), reply, { ...report, read: async () => lines })
    },
  )
}
