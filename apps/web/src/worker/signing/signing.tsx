import type { LoanDetail } from '@quincena/domain/loans/schema'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from '../../components/toast.tsx'
import { clientLog } from '../../lib/client-log.ts'
import { useUser } from '../../lib/session.ts'
import { missingConsents } from '../legal/consent-memory.ts'
import { failedTexts } from '../loans/failed-texts.ts'
import { useAcceptLoan } from './api.ts'
import { approvedPath } from './approved-path.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { ContractStep } from './contract-step.tsx'
import { failureOf } from './failure.ts'
import type { Place } from './location.ts'
import { Sending } from './sending.tsx'
import { type Signature, SignStep } from './sign-step.tsx'
import type { SigningStep } from './step.ts'

interface SigningProps {
  loan: LoanDetail
  place: Place
  step: SigningStep
  onStep: (step: SigningStep) => void
  /** The signing is over, or cannot go on for the reason given: the loan is shown as it stands now. */
  onLeave: (reason?: string) => void
}

const sentText = 'El dinero ha sido enviado.'

/** The last screen's code comes before the signature goes: a network that drops then must not keep it away. */
function usePreparedArrival({ id, type }: Pick<LoanDetail, 'id' | 'type'>): void {
  const router = useRouter()
  useEffect(() => {
    void router.preloadRoute({ to: approvedPath[type], params: { id } }).catch(() => undefined)
  }, [router, type, id])
}

/** Where an acceptance that went through leads: to the money, or to its way while the bank has not answered. */
function useArrival({ onLeave }: Pick<SigningProps, 'onLeave'>) {
  const navigate = useNavigate()
  return ({ id, type, state }: LoanDetail) => {
    if (state === 'disbursing') return onLeave()
    toast.success(sentText)
    void navigate({ to: approvedPath[type], params: { id }, replace: true })
  }
}

/**
 * What is no longer an offer is signed no further: an acceptance whose answer was lost turns out to have arrived, or
 * the offer ended elsewhere.
 */
function useEndOfOffer(loan: LoanDetail, isSending: boolean, follow: (loan: LoanDetail) => void) {
  const end = useEffectEvent(() => follow(loan))
  const hasEnded = loan.state !== 'approved' && !isSending
  useEffect(() => {
    if (hasEnded) end()
  }, [hasEnded])
}

/** Sends the acceptance and leads on from whatever comes of it. */
function useAcceptance({ loan, place, onStep, onLeave }: Omit<SigningProps, 'step'>) {
  const arrive = useArrival({ onLeave })
  const { mutate, isPending, isSuccess } = useAcceptLoan(loan.id)
  const [problem, setProblem] = useState<string | null>(null)
  // A second tap comes before the first one's rendering.
  const isSending = useRef(false)
  const hasSent = useRef(false)
  useEndOfOffer(loan, isPending || isSuccess, (ended) => {
    const isSigned = ended.state === 'active' || ended.state === 'disbursing'
    return isSigned && hasSent.current ? arrive(ended) : onLeave()
  })

  const fail = (error: Error) => {
    isSending.current = false
    const { next, text } = failureOf(error)
    clientLog.error('accept-loan', `${text}: ${loan.folio}`, error)
    setProblem(next === 'retry' ? text : null)
    if (next === 'retry') return
    if (next === 'leave') return onLeave(text)
    toast.error(text)
    onStep('contrato')
  }
  const accept = (signature: Signature, contract_sha256: string | null) => {
    if (contract_sha256 === null) {
      toast.error(failedTexts.noContract)
      return onStep('contrato')
    }
    if (isSending.current) return
    isSending.current = true
    hasSent.current = true
    const body = { ...signature, ...place, contract_sha256 }
    mutate(body, {
      onError: fail,
      onSuccess: ({ loan: accepted }) => {
        clientLog.info('accept-loan', `${sentText}: ${accepted.folio}, ${accepted.state}`)
        arrive(accepted)
      },
    })
  }
  return { accept, isPending, problem, forget: () => setProblem(null) }
}

/** Calls back once the worker has accepted the legal texts that were missing, in the sheet over every screen. */
function useConsentsGiven(onGiven: () => void) {
  const isMissing = missingConsents(useUser()).length > 0
  const wasMissing = useRef(isMissing)
  const given = useEffectEvent(onGiven)
  useEffect(() => {
    if (wasMissing.current && !isMissing) given()
    wasMissing.current = isMissing
  }, [isMissing])
}

/** From the contract to the money: read, sign by hand, look once more, send. */
export function Signing(props: SigningProps) {
  const { loan, step, onStep } = props
  /** The hash of the contract that was read: the signature is bound to it, and drawn after it. */
  const [read, setRead] = useState<string | null>(null)
  const [signature, setSignature] = useState<Signature | null>(null)
  const { accept, isPending, problem, forget } = useAcceptance(props)
  useConsentsGiven(() => {
    if (problem !== null) toast.success('Listo. Toca «Terminar» para enviar tu firma.')
    forget()
  })
  usePreparedArrival(loan)
  if (isPending) return <Sending />
  // «Back» into a signing that was left finds no contract that was read: it is read first.
  if (step === 'contrato' || read === null) {
    return (
      <ContractStep
        id={loan.id}
        onRead={(sha256) => {
          setRead(sha256)
          setSignature(null)
          onStep('firma')
        }}
      />
    )
  }
  if (step === 'firma' || signature === null) {
    return (
      <SignStep
        loan={loan}
        onSigned={(drawn) => {
          setSignature(drawn)
          forget()
          onStep('confirmar')
        }}
      />
    )
  }
  return (
    <ConfirmStep
      loan={loan}
      signature={signature}
      problem={problem}
      onFinish={() => accept(signature, read)}
      onSignAgain={() => onStep('firma')}
    />
  )
}
