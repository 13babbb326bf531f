import { approvalRequested } from '@quincena/domain/approvals/schema'
import { type LoanLimitsAnswer, loanLimitsAnswer, loanLimitsBody } from '@quincena/domain/loans/duties'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { contextOf } from '../../http/request.ts'
import { companiesOf } from '../../people/companies/queries.ts'
import { changeSetting } from '../../treasury/setting-changes/commands/change-setting.ts'
import { loanLimitsSetting } from './commands/change-loan-limits.ts'
import { readLoanLimits } from './queries.ts'

const tags = ['loans']
const response = { 200: loanLimitsAnswer }

/** Registers the routes of the amounts above which one person does not approve or pay out a loan. */
export function loanLimitRoutes(app: App, deps: Deps) {
  const read = async (): Promise<LoanLimitsAnswer> => {
    const { limits, version } = await readLoanLimits(deps.db)
    const own = new Map(limits.companies.map(({ company, approval }) => [company, approval]))
    const named = await companiesOf(deps.db, [...own.keys()])
    const companies = named.map(({ id: company, name }) => ({
      ...{ company, name, approval: own.get(company) ?? limits.approval },
    }))
    return { ...limits, companies, version }
  }

  app.get('/loan/limits', allow('staff', { tags, response }), read)

  app.put(
    '/loan/limits',
    allow(
      'admin',
      { tags, body: loanLimitsBody, response: { ...response, 202: approvalRequested } },
      { factor: 'recent' },
    ),
    async (request, reply) => {
      const change = { setting: loanLimitsSetting, body: request.body }
      const { approval } = await changeSetting(deps, contextOf(request), change)
      return approval === null ? read() : reply.status(202).send({ approval })
    },
  )
}
