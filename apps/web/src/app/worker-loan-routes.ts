import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { detailSearch } from '../worker/loan/detail/signing/step.ts'
import { idParam } from './route-params.ts'
import { area } from './worker-area.ts'

const getParentRoute = () => area

const creditDetail = createRoute({
  getParentRoute,
  path: 'credit-detail/$id',
  staticData: { title: 'Detalle del crédito' },
  params: idParam,
  validateSearch: detailSearch,
  component: lazyRouteComponent(
    () => import('../worker/loan/detail/loan-detail-page.tsx'),
    'CreditDetailPage',
  ),
})

const advanceDetail = createRoute({
  getParentRoute,
  path: 'anticipation-detail/$id',
  staticData: { title: 'Detalle del anticipo' },
  params: idParam,
  validateSearch: detailSearch,
  component: lazyRouteComponent(
    () => import('../worker/loan/detail/loan-detail-page.tsx'),
    'AdvanceDetailPage',
  ),
})

const rejectedDetail = createRoute({
  getParentRoute,
  path: 'rejected-detail/$id',
  staticData: { title: 'Detalle de la solicitud' },
  params: idParam,
  component: lazyRouteComponent(
    () => import('../worker/loan/rejected/rejected-detail-page.tsx'),
    'RejectedDetailPage',
  ),
})

const newCredit = createRoute({
  getParentRoute,
  path: 'new-credit',
  staticData: { title: 'Nuevo Crédito' },
  component: lazyRouteComponent(
    () => import('../worker/loan/new/credit/new-credit-page.tsx'),
    'NewCreditPage',
  ),
})

const creditRequested = createRoute({
  getParentRoute,
  path: 'new-credit-request/$id',
  staticData: { title: 'Detalle del crédito' },
  params: idParam,
  component: lazyRouteComponent(
    () => import('../worker/loan/new/credit/credit-requested-page.tsx'),
    'CreditRequestedPage',
  ),
})

const creditApproved = createRoute({
  getParentRoute,
  path: 'credit-request-approved/$id',
  staticData: { title: 'Detalle del crédito' },
  params: idParam,
  component: lazyRouteComponent(
    () => import('../worker/loan/approved/approved-page.tsx'),
    'CreditApprovedPage',
  ),
})

const newAdvance = createRoute({
  getParentRoute,
  path: 'new-advance',
  staticData: { title: 'Nuevo Anticipo' },
  component: lazyRouteComponent(
    () => import('../worker/loan/new/advance/new-advance-page.tsx'),
    'NewAdvancePage',
  ),
})

const advanceRequested = createRoute({
  getParentRoute,
  path: 'new-advance-request/$id',
  staticData: { title: 'Detalle del anticipo' },
  params: idParam,
  component: lazyRouteComponent(
    () => import('../worker/loan/new/advance/advance-requested-page.tsx'),
    'AdvanceRequestedPage',
  ),
})

const advanceApproved = createRoute({
  getParentRoute,
  path: 'advance-request-approved/$id',
  staticData: { title: 'Detalle del anticipo' },
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
