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
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { contextOf } from '../../http/request.ts'
import { createSender } from './commands.ts'

const tags = ['exports']

const loanFileNames = { credit: 'Creditos', advance: 'Anticipos', all: 'Solicitudes' } as const

type Send = ReturnType<typeof createSender>

function treasuryExports(app: App, sendList: Send) {
  app.get(
    '/treasury/bank-lines/export',
    allow('staff', { tags, querystring: bankLineExport }, { factor: 'recent' }),
    (request, reply) => sendList(contextOf(request), reply, { list: 'bank_lines', query: request.query }),
  )
  app.get(
    '/treasury/open-payments/export',
    allow('staff', { tags, querystring: openPaymentExport }, { factor: 'recent' }),
    (request, reply) => sendList(contextOf(request), reply, { list: 'open_payments', query: request.query }),
  )
  app.get(
    '/treasury/balances/export',
    allow('staff', { tags, querystring: workerBalanceExport }, { factor: 'recent' }),
    (request, reply) => sendList(contextOf(request), reply, { list: 'balances', query: request.query }),
  )
  app.get(
    '/treasury/movements/export',
    allow('staff', { tags, querystring: movementExport }, { factor: 'recent' }),
    (request, reply) => sendList(contextOf(request), reply, { list: 'movements', query: request.query }),
  )
  app.get(
    '/treasury/trial-balance/export',
    allow('staff', { tags, querystring: trialBalanceExport }, { factor: 'recent' }),
    (request, reply) => sendList(contextOf(request), reply, { list: 'trial_balance', query: request.query }),
  )
}

function lendingExports(app: App, sendList: Send) {
  app.get(
    '/collections/export',
    allow('staff', { tags, querystring: collectionExport }, { factor: 'recent' }),
    (request, reply) => {
      const { query } = request
      return sendList(contextOf(request), reply, { list: 'collections', query, company_id: query.company })
    },
  )
  app.get(
    '/loan/export',
    allow('staff', { tags, querystring: loanExport }, { factor: 'recent' }),
    (request, reply) => {
      const { query } = request
      const about = { file_list: loanFileNames[query.type ?? 'all'], company_id: query.company }
      return sendList(contextOf(request), reply, { list: 'loans', query, ...about })
    },
  )
  app.get(
    '/loan/payment/export',
    allow('staff', { tags, querystring: paymentExport }, { factor: 'recent' }),
    (request, reply) => sendList(contextOf(request), reply, { list: 'payments', query: request.query }),
  )
  app.get(
    '/stp/export',
    allow('staff', { tags, querystring: transferExport }, { factor: 'recent' }),
    (request, reply) => {
      const { query } = request
      return sendList(contextOf(request), reply, { list: 'transfers', query, company_id: query.company__id })
    },
  )
}

/** Exports of lists as CSV or .xlsx files, with the list's filters and order and all its pages. */
export function exportRoutes(app: App, deps: Deps) {
  const sendList = createSender(deps)
  treasuryExports(app, sendList)
  lendingExports(app, sendList)

  app.get(
    '/auth/users/export',
    allow('staff', { tags, querystring: userExport }, { factor: 'recent' }),
    (request, reply) => {
      const { query } = request
      return sendList(contextOf(request), reply, { list: 'users', query, company_id: query.company })
    },
  )
  app.get(
    '/company/export',
    allow('staff', { tags, querystring: companyExport }, { factor: 'recent' }),
    (request, reply) => sendList(contextOf(request), reply, { list: 'companies', query: request.query }),
  )
  app.get(
    '/audit/export',
    allow('admin', { tags, querystring: auditExport }, { factor: 'recent' }),
    (request, reply) => sendList(contextOf(request), reply, { list: 'audit', query: request.query }),
  )
}
