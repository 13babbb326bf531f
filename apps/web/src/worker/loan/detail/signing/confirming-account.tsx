import { Button } from '@mantine/core'
import type { AccountObstacle } from '@quincena/domain/accounts/verification-rules'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Mark } from '../../../../components/mark.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { StepLine } from '../../../../components/step-line.tsx'
import { loanQuery } from '../../loan-query.ts'
import classes from './signing.module.css'

/** Receives the bank's answer: null if the money may go to the account. */
export type OnAnswer = (obstacle: Exclude<AccountObstacle, 'verifying'> | null) => void

interface ConfirmingAccountProps {
  loan_id: number
  onAnswer: OnAnswer
  onLeave: () => void
}

/** The events of the verification refresh the loan; a lost one delays the screen by this time. */
const refetchMs = 2000
/** After this time the screen says that the bank takes long, and how to leave. */
const patienceMs = 45_000

function useIsSlow(): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}

/** Shown while the bank confirms the account of a signed acceptance; reports the answer by itself. */
export function ConfirmingAccount({ loan_id, onAnswer, onLeave }: ConfirmingAccountProps) {
  const { data: loan, dataUpdatedAt } = useQuery({ ...loanQuery(loan_id), refetchInterval: refetchMs })
  // The loan from before the refusal may lack the obstacle: only a newer one is an answer.
  const [since] = useState(Date.now)
  const check = dataUpdatedAt > since ? loan?.account_check : undefined
  const obstacle = check === undefined ? 'verifying' : check.obstacle
  const report = useEffectEvent(onAnswer)
  const isSlow = useIsSlow()
  useEffect(() => {
    if (obstacle !== 'verifying') report(obstacle)
  }, [obstacle])
  return (
    <div className={stack.center} aria-live="polite">
      <Mark size={56} pulsing />
      <h2 className={classes.sending}>Estamos confirmando tu cuenta con tu banco</h2>
      <p className={stack.lead}>
        {isSlow
          ? 'Tu banco está tardando. Puedes salir: la oferta sigue aquí y la confirmas cuando tu cuenta esté lista.'
          : 'Le enviamos un centavo para saber que es tuya. Tarda unos segundos y seguimos solos.'}
      </p>
      <div className={classes.way}>
        <StepLine
          label="El camino de tu dinero"
          steps={[
            { label: 'Cuenta confirmada', state: 'current' },
            { label: 'Firmado', state: 'next' },
            { label: 'Enviado', state: 'next' },
            { label: 'Recibido', state: 'next' },
          ]}
        />
      </div>
      {isSlow && (
        <Button variant="subtle" color="gray" size="lg" onClick={onLeave}>
          Salir por ahora
        </Button>
      )}
    </div>
  )
}
