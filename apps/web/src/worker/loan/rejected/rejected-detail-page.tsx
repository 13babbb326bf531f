import { getRouteApi } from '@tanstack/react-router'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { LoanByState } from '../loan-by-state.tsx'
import { RejectedLoan } from '../rejected-loan.tsx'

const route = getRouteApi('/app/worker/rejected-detail/$id')

export function RejectedDetailPage() {
  const { id } = route.useParams()
  return (
    <>
      <ScreenHeader title="Detalle de la solicitud" backTo="/app/requests" />
      <LoanByState id={id} type="credit" isRightScreen={({ rejected }) => rejected} cardHeight={120}>
        {(loan) => <RejectedLoan loan={loan} />}
      </LoanByState>
    </>
  )
}
