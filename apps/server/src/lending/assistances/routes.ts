import { assistanceOffers } from '@quincena/domain/assistances/schema'
import { uneOf } from '@quincena/domain/lender/schema'
import type { Deps } from '../../deps.ts'
import { type App, allow } from '../../http/access.ts'
import { listAssistances } from './queries.ts'

/** `GET /loan/pf360/offers`: offers of assistance and the lender's contact for the worker app's home page. */
export function assistanceRoutes(app: App, deps: Deps) {
  app.get(
    '/loan/pf360/offers',
    allow('any', { tags: ['assistances'], response: { 200: assistanceOffers } }),
    async () => {
      const { lender } = deps.brand.current()
      const { phone, email, hours } = uneOf(lender)
      return {
        categories: await listAssistances(deps.db),
        support_phone: lender.phone,
        support_email: lender.email,
        une: { phone, email, hours },
      }
    },
  )
}
