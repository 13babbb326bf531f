import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { detailSearch } from '../worker/loan/detail/signing/step.ts'
import { page } from './page-route.ts'
import { idParam } from './route-params.ts'
import { area } from './worker-area.ts'

const creditDetail = createRoute({
  ...page(area, 'credit-detail/$id', 'Detalle del crédito'),
  params: idParam,
  validateSearch: detailSearch,
  component: lazyRouteComponent(
    () => import('../worker/loan/detail/loan-detail-page.tsx'),
    'CreditDetailPage',
  ),
})

const advanceDetail = createRoute({
  ...page(area, 'anticipation-detail/$id', 'Detalle del anticipo'),
  params: idParam,
  validateSearch: detailSearch,
  component: lazyRouteComponent(
    () => import('../worker/loan/detail/loan-detail-page.tsx'),
    'AdvanceDetailPage',
  ),
})

const rejectedDetail = createRoute({
  ...page(area, 'rejected-detail/$id', 'Detalle de la solicitud'),
  params: idParam,
  component: lazyRouteComponent(
    () => import('../worker/loan/rejected/rejected-detail-page.tsx'),
    'RejectedDetailPage',
  ),
})

const newCredit = createRoute({
  ...page(area, 'new-credit', 'Nuevo Crédito'),
  component: lazyRouteComponent(
    () => import('../worker/loan/new/credit/new-credit-page.tsx'),
    'NewCreditPage',
  ),
})

const creditRequested = createRoute({
  ...page(area, 'new-credit-request/$id', 'Detalle del crédito'),
  params: idParam,
  component: lazyRouteComponent(
    () => import('../worker/loan/requested/requested-page.tsx'),
    'CreditRequestedPage',
  ),
})

const creditApproved = createRoute({
  ...page(area, 'credit-request-approved/$id', 'Detalle del crédito'),
  params: idParam,
  component: lazyRouteComponent(
    () => import('../worker/loan/approved/approved-page.tsx'),
    'CreditApprovedPage',
  ),
})

const newAdvance = createRoute({
  ...page(area, 'new-advance', 'Nuevo Anticipo'),
  component: lazyRouteComponent(
    () => import('../worker/loan/new/advance/new-advance-page.tsx'),
    'NewAdvancePage',
  ),
})

const advanceRequested = createRoute({
  ...page(area, 'new-advance-request/$id', 'Detalle del anticipo'),
  params: idParam,
  component: lazyRouteComponent(
    () => import('../worker/loan/requested/requested-page.tsx'),
    'AdvanceRequestedPage',
  ),
})

const advanceApproved = createRoute({
  ...page(area, 'advance-request-approved/$id', 'Detalle del anticipo'),
  params: idParam,
  component: lazyRouteComponent(
    () => import('../worker/loan/approved/approved-page.tsx'),
    'AdvanceApprovedPage',
  ),
})

/** Routes to request a credit or an advance and to see its result and details. */
export const loanRoutes = [
  creditDetail,
  advanceDetail,
  rejectedDetail,
  newCredit,
  creditRequested,
  creditApproved,
  newAdvance,
  advanceRequested,
  advanceApproved,
] as const
