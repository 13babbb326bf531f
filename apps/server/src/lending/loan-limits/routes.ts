import { loanLimitsBody } from '@quincena/domain/loans/duties'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { contextOf } from '../../http/request.ts'
import { changeLoanLimits } from './commands/change-loan-limits.ts'
import { readLoanLimits } from './queries.ts'

const tags = ['loans']
const response = { 200: loanLimitsBody }

/** Registers the routes of the amounts above which one person does not approve or pay out a loan. */
export function loanLimitRoutes(app: App, deps: Deps) {
  const read = async () => {
    const { limits, version } = await readLoanLimits(deps.db)
    return { ...limits, version }
  }

  app.get('/loan/limits', allow('staff', { tags, response }), read)

  app.put(
    '/loan/limits',
    allow('admin', { tags, body: loanLimitsBody, response }, { factor: 'recent' }),
    async (request) => {
      await changeLoanLimits(deps, contextOf(request), request.body)
      return read()
    },
  )
}
