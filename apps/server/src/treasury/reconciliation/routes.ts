import { pageOf } from '@quincena/domain/page'
import {
  dayParams,
  differenceNoteBody,
  differencesQuery,
  reconciliationDay,
  reconciliationDetail,
  reconciliationDifference,
  reconciliationQuery,
  stpBalance,
} from '@quincena/domain/reconciliation/schema'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { idParams } from '../../http/route-parts.ts'
import { createWorkbookSender } from '../../spreadsheets/export/send-book.ts'
import { requestDay } from './commands/hold-day.ts'
import { noteDifference } from './commands/note-difference.ts'
import { keepBalanceFresh } from './commands/refresh-balance.ts'
import { readBalance } from './queries/balance.ts'
import { getDay, getDifference, listDays, listDifferences } from './queries/days.ts'
import { writeDay } from './tables.ts'

const tags = ['reconciliation']

/** Registers the routes of the daily comparison with STP and of the balance at STP. */
export function reconciliationRoutes(app: App, deps: Deps) {
  const sendBook = createWorkbookSender(deps)

  app.route({
    method: 'GET',
    url: '/stp/reconciliation',
    config: { access: 'staff' },
    schema: { tags, querystring: reconciliationQuery, response: { 200: pageOf(reconciliationDay) } },
    handler: async (request) => pageAnswer(request, request.query, await listDays(deps.db, request.query)),
  })

  app.route({
    method: 'GET',
    url: '/stp/reconciliation/:day',
    config: { access: 'staff' },
    schema: {
      tags,
      params: dayParams,
      querystring: differencesQuery,
      response: { 200: reconciliationDetail },
    },
    handler: async (request) => {
      const { day } = request.params
      const found = await getDay(deps.db, day)
      const page = await listDifferences(deps.db, day, request.query)
      return { ...found, differences: pageAnswer(request, request.query, page) }
    },
  })

  app.route({
    method: 'POST',
    url: '/stp/reconciliation/:day/run',
    config: { access: 'staff' },
    schema: { tags, params: dayParams, response: { 202: reconciliationDay } },
    handler: async (request, reply) => {
      const { operation_date } = await requestDay(deps, contextOf(request), request.params.day)
      return reply.status(202).send(await getDay(deps.db, operation_date))
    },
  })

  app.route({
    method: 'GET',
    url: '/stp/reconciliation/:day/export',
    config: { access: 'staff' },
    schema: { tags, params: dayParams },
    handler: async (request, reply) => {
      const { day } = request.params
      return sendBook(reply, { name: `Conciliacion_${day}`, write: (snapshot) => writeDay(snapshot, day) })
    },
  })

  app.route({
    method: 'POST',
    url: '/stp/reconciliation/differences/:id/note',
    config: { access: 'staff' },
    schema: { tags, params: idParams, body: differenceNoteBody, response: { 200: reconciliationDifference } },
    handler: async (request) => {
      const input = { ...request.body, id: request.params.id }
      const { id } = await noteDifference(deps, contextOf(request), input)
      return getDifference(deps.db, id)
    },
  })

  app.route({
    method: 'GET',
    url: '/stp/balance',
    config: { access: 'staff' },
    schema: { tags, response: { 200: stpBalance } },
    handler: async () => {
      await keepBalanceFresh(deps)
      return readBalance(deps.db)
    },
  })
}
