import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { LoanScreen } from './loan-screen.tsx'
import type { SigningStep } from './signing/step.ts'

const creditRoute = getRouteApi('/app/worker/credit-detail/$id')
const advanceRoute = getRouteApi('/app/worker/anticipation-detail/$id')

/** Navigation to a signing step. It replaces the entry of the history, so that «back» cannot reopen a signing. */
const stepTo = (paso: SigningStep | undefined) => ({ search: { paso }, replace: true })

export function CreditDetailPage() {
  const { id } = creditRoute.useParams()
  const { paso } = creditRoute.useSearch()
  const navigate = useNavigate({ from: '/app/credit-detail/$id' })
  return <LoanScreen id={id} type="credit" step={paso} onStep={(step) => void navigate(stepTo(step))} />
}

export function AdvanceDetailPage() {
  const { id } = advanceRoute.useParams()
  const { paso } = advanceRoute.useSearch()
  const navigate = useNavigate({ from: '/app/anticipation-detail/$id' })
  return <LoanScreen id={id} type="advance" step={paso} onStep={(step) => void navigate(stepTo(step))} />
}
