import { assistanceOffers } from '@quincena/domain/assistances/schema'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { listAssistances } from './queries.ts'

/** `GET /loan/pf360/offers`: offers of assistance and the lender's contact for the worker app's home page. */
export function assistanceRoutes(app: App, deps: Deps) {
  app.get(
    '/loan/pf360/offers',
    allow('any', { tags: ['assistances'], response: { 200: assistanceOffers } }),
    async () => ({
      categories: await listAssistances(deps.db),
      support_phone: deps.brand.current().lender.phone,
      support_email: deps.brand.current().lender.email,
    }),
  )
}
