import { businessDay } from '@quincena/domain/dates'
import {
  auditExport,
  companyExport,
  loanExport,
  paymentExport,
  transferExport,
  userExport,
} from '@quincena/domain/exports/schema'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { countRows } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { loanIds, loansOf } from '../../lending/loans/queries/loans.ts'
import { exportedPayments, paymentIds } from '../../lending/payments/queries/payments.ts'
import { resolveTransfers, transferIds, transfersOf } from '../../lending/payouts/queries/transfers.ts'
import { usersOf } from '../../people/accounts/queries.ts'
import { companiesOf, companyIds } from '../../people/companies/queries.ts'
import { userIds } from '../../people/users/queries/users.ts'
import { auditIds, auditOf } from '../audit/queries.ts'
import { createSender } from './commands.ts'
import { auditTable } from './tables/audit.ts'
import { companyTable } from './tables/companies.ts'
import { loanTable } from './tables/loans.ts'
import { paymentTable } from './tables/payments.ts'
import { transferTable } from './tables/transfers.ts'
import { userTable } from './tables/users.ts'

const tags = ['exports']

/** Exports of lists as CSV or .xlsx files, with the list's filters and order and all its pages. */
export function exportRoutes(app: App, deps: Deps) {
  const sendTable = createSender(deps)

  app.get('/loan/export', allow('staff', { tags, querystring: loanExport }), async (request, reply) => {
    const context = contextOf(request)
    const { format, ...filters } = request.query
    const ids = loanIds(deps.db, context.user, filters)
    const count = await countRows(ids)
    const today = businessDay(deps.clock())
    const rows = (trx: Trx, some: readonly number[]) => loansOf(trx, some, today)
    return sendTable(context, reply, { table: loanTable, format, filters, count, ids, rows })
  })

  app.get(
    '/loan/payment/export',
    allow('staff', { tags, querystring: paymentExport }),
    async (request, reply) => {
      const context = contextOf(request)
      const { format, ...filters } = request.query
      const ids = paymentIds(deps.db, context.user, filters)
      const list = { table: paymentTable, format, filters, count: await countRows(ids) }
      return sendTable(context, reply, { ...list, ids, rows: exportedPayments })
    },
  )

  app.get('/auth/users/export', allow('staff', { tags, querystring: userExport }), async (request, reply) => {
    const { format, ...filters } = request.query
    const ids = userIds(deps.db, filters)
    const list = { table: userTable, format, filters, count: await countRows(ids), ids, rows: usersOf }
    return sendTable(contextOf(request), reply, list)
  })

  app.get('/company/export', allow('staff', { tags, querystring: companyExport }), async (request, reply) => {
    const { format, ...filters } = request.query
    const ids = companyIds(deps.db, filters)
    const list = { table: companyTable, format, filters, count: await countRows(ids), ids, rows: companiesOf }
    return sendTable(contextOf(request), reply, list)
  })

  app.get('/stp/export', allow('staff', { tags, querystring: transferExport }), async (request, reply) => {
    const { format, ...filters } = request.query
    const lender = deps.env.stp.company
    const { count, texts } = await resolveTransfers(deps.db, { ...filters, lender, now: deps.clock() })
    const ids = transferIds(deps.db, { ...filters, lender, now: deps.clock() }, texts)
    const rows = (trx: Trx, some: readonly number[]) => transfersOf(trx, some, lender)
    return sendTable(contextOf(request), reply, { table: transferTable, format, filters, count, ids, rows })
  })

  app.get('/audit/export', allow('admin', { tags, querystring: auditExport }), async (request, reply) => {
    const { format, ...filters } = request.query
    const ids = auditIds(deps.db, filters)
    const list = { table: auditTable, format, filters, count: await countRows(ids), ids, rows: auditOf }
    return sendTable(contextOf(request), reply, list)
  })
}
