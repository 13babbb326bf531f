import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Loaded } from '../../components/phone/loaded.tsx'
import stack from '../../components/phone/stack.module.css'
import { AmountSkeleton, CardsSkeleton } from '../../components/skeletons.tsx'
import { useUser } from '../../lib/session.ts'
import { today } from '../../lib/today.ts'
import { AssistanceCarousel } from '../assistance/assistance-carousel.tsx'
import { InstallHint } from '../install/install-hint.tsx'
import { openLoansQuery } from '../loan/api.ts'
import { failedTexts } from '../loan/failed-texts.ts'
import { Greeting } from './greeting.tsx'
import { headlineOf, liveLoans, sortByUrgency, waitingLoans } from './headline.ts'
import { HeadlineBlock } from './headline-block.tsx'
import { HomeActions } from './home-actions.tsx'
import { LoanCarousel } from './loan-carousel.tsx'
import { WaitingLoans } from './waiting-loans.tsx'

/** Loaded for workers with a balance only, so that the first screen of all others stays small. */
const BalancePanel = lazy(async () => ({
  default: (await import('../loan/balance/balance-panel.tsx')).BalancePanel,
}))

function Loans() {
  const user = useUser()
  const query = useQuery(openLoansQuery)
  const skeleton = (
    <>
      <AmountSkeleton />
      <CardsSkeleton cards={1} height={148} />
    </>
  )
  return (
    <Loaded query={query} skeleton={skeleton} errorTitle={failedTexts.list}>
      {(openLoans) => {
        const loans = sortByUrgency(openLoans, today())
        const headline = headlineOf(loans, user)
        return (
          <>
            <HeadlineBlock headline={headline} loans={loans} user={user} />
            {user.has_balance && (
              <Suspense fallback={<CardsSkeleton cards={1} height={180} />}>
                <BalancePanel />
              </Suspense>
            )}
            <WaitingLoans loans={waitingLoans(loans, headline)} />
            <LoanCarousel loans={liveLoans(loans)} />
          </>
        )
      }}
    </Loaded>
  )
}

/** Content below the loans. Renders after the loans have loaded, so that it does not move while the worker taps. */
function BelowLoans() {
  const { isPending } = useQuery({ ...openLoansQuery, enabled: false })
  if (isPending) return null
  return (
    <>
      <HomeActions />
      <AssistanceCarousel />
      <InstallHint />
    </>
  )
}

/** Home screen: the headline, then loans, common tasks and assistances. */
export function HomePage() {
  return (
    <div className={stack.stack} data-wide>
      <Greeting user={useUser()} />
      <Loans />
      <BelowLoans />
    </div>
  )
}
