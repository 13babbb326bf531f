import { getRouteApi } from '@tanstack/react-router'
import { ApprovedScreen } from './approved-screen.tsx'

const creditRoute = getRouteApi('/app/worker/credit-request-approved/$id')
const advanceRoute = getRouteApi('/app/worker/advance-request-approved/$id')

export function CreditApprovedPage() {
  return <ApprovedScreen id={creditRoute.useParams().id} type="credit" />
}

export function AdvanceApprovedPage() {
  return <ApprovedScreen id={advanceRoute.useParams().id} type="advance" />
}
