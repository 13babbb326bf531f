import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Loaded } from '../../../components/phone/loaded.tsx'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { AmountSkeleton, CardsSkeleton } from '../../../components/skeletons.tsx'
import { loanQuery } from '../api.ts'
import { failedTexts } from '../failed-texts.ts'
import { RightPlace } from '../redirect-by-state.tsx'
import { RejectedLoan } from '../rejected-loan.tsx'

const route = getRouteApi('/app/worker/rejected-detail/$id')

export function RejectedDetailPage() {
  const query = useQuery(loanQuery(route.useParams().id))
  const skeleton = (
    <>
      <AmountSkeleton />
      <CardsSkeleton cards={2} height={120} />
    </>
  )
  return (
    <>
      <ScreenHeader title="Detalle de la solicitud" backTo="/app/requests" />
      <Loaded query={query} skeleton={skeleton} errorTitle={failedTexts.detail.credit}>
        {(loan) => (
          <RightPlace loan={loan} isHere={loan.rejected}>
            <RejectedLoan loan={loan} />
          </RightPlace>
        )}
      </Loaded>
    </>
  )
}
