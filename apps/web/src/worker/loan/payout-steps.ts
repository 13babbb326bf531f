import { formatLongDateTime } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { isPayable } from '@quincena/domain/loans/rules'
import type { Step } from '../../components/step-line.tsx'

type PayoutFacts = Pick<
  LoanDetail,
  'state' | 'accepted_at' | 'sent_at' | 'settled_at' | 'receiving_account' | 'payout_waits'
>

const detail = (instant: string | null) => (instant === null ? {} : { detail: formatLongDateTime(instant) })

function lastStep({ state, settled_at, receiving_account, payout_waits }: PayoutFacts): Step {
  const last4 = receiving_account?.account_last4
  if (state === 'payout_returned')
    return {
      label: 'Devuelto',
      state: 'failed',
      detail: 'Tu banco devolvió el dinero. Lo enviaremos de nuevo cuando la cuenta esté revisada.',
    }
  if (settled_at !== null)
    return {
      label: 'Recibido',
      state: 'done',
      detail: `${formatLongDateTime(settled_at)}${last4 ? `, cuenta ····${last4}` : ''}`,
    }
  const detail =
    payout_waits === undefined ? 'Llega a tu cuenta en unos minutos' : 'Llega unos minutos después de salir'
  return { label: 'Recibido', state: 'next', detail }
}

const sending = {
  now: 'Estamos confirmando el envío con el banco',
  night: 'Los bancos no reciben envíos de 23:55 a 00:05. El tuyo sale a las 00:05.',
  queue: 'Los envíos están en espera. El tuyo sale en cuanto se reanuden.',
}

/** Steps of a payout: signed, sent, in transit, received or returned. */
export function buildPayoutSteps(loan: PayoutFacts): Step[] {
  const isSent = loan.sent_at !== null
  const hasEnded = loan.settled_at !== null || loan.state === 'payout_returned'
  return [
    { label: 'Firmado', state: 'done', ...detail(loan.accepted_at) },
    isSent
      ? { label: 'Enviado', state: 'done', ...detail(loan.sent_at) }
      : { label: 'Enviado', state: 'current', detail: sending[loan.payout_waits ?? 'now'] },
    isSent
      ? { label: 'En camino', state: hasEnded ? 'done' : 'current', detail: 'Por SPEI a tu banco' }
      : { label: 'En camino', state: 'next', detail: 'Por SPEI a tu banco' },
    lastStep(loan),
  ]
}

/** True while the payout is not final, so that polling replaces a missed event. */
export function isMoneyMoving({
  state,
  sent_at,
  settled_at,
}: Pick<PayoutFacts, 'state' | 'sent_at' | 'settled_at'>) {
  if (state === 'disbursing') return true
  return isPayable(state) && sent_at !== null && settled_at === null
}
