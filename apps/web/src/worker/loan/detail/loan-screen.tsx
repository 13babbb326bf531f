import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import type { LoanType } from '@quincena/domain/loans/rules'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Notice } from '../../../components/phone/notice.tsx'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { CardsSkeleton } from '../../../components/skeletons.tsx'
import { useBackCloses } from '../../../lib/back-closes.ts'
import { LoanByState } from '../loan-by-state.tsx'
import { RejectedLoan } from '../rejected-loan.tsx'
import { loanWords } from '../words.ts'
import { LiveLoan } from './live-loan.tsx'
import { MovingLoan } from './moving-loan.tsx'
import { Offer } from './offer.tsx'
import { Requested } from './requested.tsx'
import { KeptPanel } from './signing/kept-panel.tsx'
import { forgetSignature } from './signing/kept-signature.ts'
import { type Place, placeOf } from './signing/location.ts'
import type { SigningStep } from './signing/step.ts'
import { useOutcome } from './use-outcome.ts'

/** The code of the signing loads while its offer is read; most visits to a loan sign nothing. */
const loadSigning = () => import('./signing/signing.tsx')
const Signing = lazy(async () => ({ default: (await loadSigning()).Signing }))

interface LoanScreenProps {
  id: number
  type: LoanType
  /** Current step of the signing; undefined if nothing is being signed. */
  step: SigningStep | undefined
  onStep: (step: SigningStep | undefined) => void
}

const stepTitles: Record<SigningStep, string> = {
  contrato: 'Tu contrato',
  firma: 'Tu firma',
  confirmar: 'Confirma',
  codigo: 'Tu código',
}

const stepBefore: Record<SigningStep, SigningStep | undefined> = {
  contrato: undefined,
  firma: 'contrato',
  confirmar: 'firma',
  codigo: 'confirmar',
}

function LoanView({ loan, onPlace }: { loan: LoanDetail; onPlace: (place: Place) => void }) {
  switch (loan.state) {
    case 'requested':
      return <Requested loan={loan} />
    case 'approved':
      return <Offer loan={loan} onPlace={onPlace} />
    case 'disbursing':
      return <MovingLoan loan={loan} />
    case 'active':
    case 'overdue':
    case 'completed':
    case 'payout_returned':
      return <LiveLoan loan={loan} />
    default:
      return <RejectedLoan loan={loan} />
  }
}

function LoanWithSigning({
  loan,
  step,
  onStep,
}: Omit<LoanScreenProps, 'id' | 'type'> & { loan: LoanDetail }) {
  const [place, setPlace] = useState<Place | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useOutcome(loan)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every step begins at its top
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [step])
  // After a reload, or «back» after a signing, there is no location: the step is removed and the loan's state is shown.
  const isLost = step !== undefined && place === null
  const forgetStep = useEffectEvent(() => onStep(undefined))
  useEffect(() => {
    if (isLost) forgetStep()
  }, [isLost])
  const isSigning = step !== undefined && place !== null
  // The steps share one entry of the history, so that one step back from the approved screen leaves the loan.
  useBackCloses(isSigning, () => step !== undefined && onStep(stepBefore[step]))
  const hasOffer = loan.state === 'approved'
  useEffect(() => {
    if (!hasOffer) forgetSignature(loan.id)
    // A failed download is repeated when the signing opens.
    else void loadSigning().catch(() => undefined)
  }, [hasOffer, loan.id])
  if (isSigning) {
    const stopSigning = (reason?: string) => {
      setProblem(reason ?? null)
      onStep(undefined)
    }
    return (
      <Suspense fallback={<CardsSkeleton height={160} />}>
        <Signing loan={loan} place={place} step={step} onStep={onStep} onLeave={stopSigning} />
      </Suspense>
    )
  }
  const startSigning = (location: Place, firstStep: SigningStep = 'contrato') => {
    setPlace(location)
    setProblem(null)
    onStep(firstStep)
  }
  return (
    <>
      {problem !== null && <Notice>{problem}</Notice>}
      {hasOffer && (
        <KeptPanel loan_id={loan.id} onReview={({ body }) => startSigning(placeOf(body), 'confirmar')} />
      )}
      <LoanView loan={loan} onPlace={(location) => startSigning(location)} />
    </>
  )
}

/** Detail screen of a loan in any state, including the signing of its offer. */
export function LoanScreen({ id, type, step, onStep }: LoanScreenProps) {
  const title = step === undefined ? `Detalle del ${loanWords[type].name}` : stepTitles[step]
  return (
    <>
      <ScreenHeader title={title} backTo="/app/home" />
      <LoanByState id={id} type={type} isRightScreen={(loan) => loan.type === type} cardHeight={160}>
        {(loan) => <LoanWithSigning loan={loan} step={step} onStep={onStep} />}
      </LoanByState>
    </>
  )
}
