import { company, companyEditForm, companyForm, companyQuery } from '@quincena/domain/companies/schema'
import { pageOf } from '@quincena/domain/page'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { idParams, nothing } from '../../http/route-parts.ts'
import { createCompany, deleteCompany, updateCompany } from './commands/save-company.ts'
import { getCompany, listCompanies } from './queries.ts'

/** Routes of the partner companies and of the terms under which their workers borrow. */
export function companyRoutes(app: App, deps: Deps) {
  const tags = ['companies']
  app.get(
    '/company',
    allow('staff', { tags, querystring: companyQuery, response: { 200: pageOf(company) } }),
    async (request) => {
      const list = await deps.reads.run(request.signedIn, (db) => listCompanies(db, request.query))
      return pageAnswer(request, list)
    },
  )
  app.get('/company/:id', allow('any', { tags, params: idParams, response: { 200: company } }), (request) =>
    getCompany(deps.db, contextOf(request), request.params.id),
  )
  app.post('/company', allow('staff', { tags, body: companyForm, response: { 201: company } }), (request) =>
    createCompany(deps, contextOf(request), request.body),
  )
  app.put(
    '/company/:id',
    allow('staff', { tags, params: idParams, body: companyEditForm, response: { 200: company } }),
    (request) => updateCompany(deps, contextOf(request), { id: request.params.id, form: request.body }),
  )
  app.delete(
    '/company/:id',
    allow('admin', { tags, params: idParams, response: { 204: nothing } }),
    (request) => deleteCompany(deps, contextOf(request), request.params.id),
  )
}
