import { company, companyEditForm, companyForm, companyQuery } from '@quincena/domain/companies/schema'
import { pageOf } from '@quincena/domain/page'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/access.ts'
import { pageAnswer } from '../../http/pagination.ts'
import { contextOf } from '../../http/request.ts'
import { idParams, nothing } from '../../http/route-parts.ts'
import { createCompany, deleteCompany, updateCompany } from './commands/save-company.ts'
import { getCompany, listCompanies } from './queries.ts'

/** Routes of the partner companies and of the terms under which their workers borrow. */
export function companyRoutes(app: App, deps: Deps) {
  const tags = ['companies']
  app.route({
    method: 'GET',
    url: '/company',
    config: { access: 'staff' },
    schema: { tags, querystring: companyQuery, response: { 200: pageOf(company) } },
    handler: async (request) =>
      pageAnswer(request, request.query, await listCompanies(deps.db, request.query)),
  })
  app.route({
    method: 'GET',
    url: '/company/:id',
    config: { access: 'any' },
    schema: { tags, params: idParams, response: { 200: company } },
    handler: (request) => getCompany(deps.db, contextOf(request), request.params.id),
  })
  app.route({
    method: 'POST',
    url: '/company',
    config: { access: 'staff' },
    schema: { tags, body: companyForm, response: { 201: company } },
    handler: async (request, reply) =>
      reply.status(201).send(await createCompany(deps, contextOf(request), request.body)),
  })
  app.route({
    method: 'PUT',
    url: '/company/:id',
    config: { access: 'staff' },
    schema: { tags, params: idParams, body: companyEditForm, response: { 200: company } },
    handler: (request) =>
      updateCompany(deps, contextOf(request), { id: request.params.id, form: request.body }),
  })
  app.route({
    method: 'DELETE',
    url: '/company/:id',
    config: { access: 'admin' },
    schema: { tags, params: idParams, response: { 204: nothing } },
    async handler(request, reply) {
      await deleteCompany(deps, contextOf(request), request.params.id)
      return reply.status(204).send(null)
    },
  })
}
