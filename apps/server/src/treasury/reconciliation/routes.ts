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
import { type App, allow } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { idParams } from '../../http/route-parts.ts'
import { createWorkbookSender } from '../../spreadsheets/export/send-book.ts'
import { requestDay } from './commands/hold-day.ts'
import { noteDifference } from './commands/note-difference.ts'
import { scheduleBalance } from './commands/refresh-balance.ts'
import { readBalance } from './queries/balance.ts'
import { getDay, getDifference, listDays, listDifferences } from './queries/days.ts'
import { doubtsOf } from './queries/doubts.ts'
import { writeDay } from './tables.ts'

const tags = ['reconciliation']
/** A day shows its first orders in doubt; the list of orders has all. */
const shownDoubts = 20

/** Registers the routes of the daily comparison with STP and of the balance at STP. */
export function reconciliationRoutes(app: App, deps: Deps) {
  const sendBook = createWorkbookSender(deps)

  app.get(
    '/stp/reconciliation',
    allow('staff', { tags, querystring: reconciliationQuery, response: { 200: pageOf(reconciliationDay) } }),
    async (request) => pageAnswer(request, await listDays(deps.db, request.query, deps.clock())),
  )

  app.get(
    '/stp/reconciliation/:day',
    allow('staff', {
      tags,
      params: dayParams,
      querystring: differencesQuery,
      response: { 200: reconciliationDetail },
    }),
    async (request) => {
      const { day } = request.params
      const now = deps.clock()
      const detail = await getDay(deps.db, day, now)
      const doubts = await doubtsOf(deps.db, day, now).limit(shownDoubts).execute()
      const page = await listDifferences(deps.db, day, request.query)
      return { ...detail, doubts, differences: pageAnswer(request, page) }
    },
  )

  app.post(
    '/stp/reconciliation/:day/run',
    allow('staff', { tags, params: dayParams, response: { 202: reconciliationDay } }),
    async (request) => {
      const { operation_date } = await requestDay(deps, contextOf(request), request.params.day)
      return getDay(deps.db, operation_date, deps.clock())
    },
  )

  app.get(
    '/stp/reconciliation/:day/export',
    allow('staff', { tags, params: dayParams }, { factor: 'recent' }),
    async (request, reply) => {
      const { day } = request.params
      return sendBook(reply, {
        name: `Conciliacion_${day}`,
        write: (snapshot) =>
          writeDay(snapshot, {
            ...{ operation_date: day, now: deps.clock() },
            trade_name: deps.brand.current().trade_name,
          }),
      })
    },
  )

  app.post(
    '/stp/reconciliation/differences/:id/note',
    allow('staff', {
      tags,
      params: idParams,
      body: differenceNoteBody,
      response: { 200: reconciliationDifference },
    }),
    async (request) => {
      const input = { ...request.body, id: request.params.id }
      const { id } = await noteDifference(deps, contextOf(request), input)
      return getDifference(deps.db, id)
    },
  )

  app.get('/stp/balance', allow('staff', { tags, response: { 200: stpBalance } }), async () => {
    await scheduleBalance(deps)
    return readBalance(deps.db)
  })
}
