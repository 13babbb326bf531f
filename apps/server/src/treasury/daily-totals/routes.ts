import { day } from '@quincena/domain/fields'
import { pageOf } from '@quincena/domain/page'
import {
  cashMovement,
  daysQuery,
  movementsQuery,
  treasuryDay,
  trialBalance,
} from '@quincena/domain/treasury/schema'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { pageAnswer, readPage } from '../../http/pagination.ts'
import { readDay } from './queries/day.ts'
import { movementIds, movementsOf } from './queries/movements.ts'
import { readTrialBalance } from './queries/trial-balance.ts'

const tags = ['treasury']

/** Registers the routes of the treasury's day, of its movements and of the trial balance. */
export function dailyTotalRoutes(app: App, deps: Deps) {
  app.get(
    '/treasury/day/:day',
    allow('staff', { tags, params: z.object({ day }), response: { 200: treasuryDay } }),
    (request) => readDay(deps.db, request.params.day, deps.clock()),
  )

  app.get(
    '/treasury/movements',
    allow('staff', { tags, querystring: movementsQuery, response: { 200: pageOf(cashMovement) } }),
    async (request) => {
      const { query } = request
      const { count, rows } = await readPage(movementIds(deps.db, query), query)
      const ids = rows.map(({ id }) => id)
      return pageAnswer(request, { count, rows: await movementsOf(deps.db, ids, query.set) })
    },
  )

  app.get(
    '/treasury/trial-balance',
    allow('staff', { tags, querystring: daysQuery, response: { 200: trialBalance } }),
    (request) => readTrialBalance(deps.db, request.query),
  )
}
