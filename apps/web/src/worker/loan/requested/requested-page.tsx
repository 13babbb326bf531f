import { getRouteApi } from '@tanstack/react-router'
import { RequestedScreen } from './requested-screen.tsx'

const creditRoute = getRouteApi('/app/worker/new-credit-request/$id')
const advanceRoute = getRouteApi('/app/worker/new-advance-request/$id')

export function CreditRequestedPage() {
  return <RequestedScreen id={creditRoute.useParams().id} type="credit" />
}

export function AdvanceRequestedPage() {
  return <RequestedScreen id={advanceRoute.useParams().id} type="advance" />
}
