import { formatMoney } from '@quincena/domain/format'
import { type OwnMovement, ownMovementNames, RECORDED_KINDS } from '@quincena/domain/treasury/own-movements'
import type { Tone } from '../../components/status-badge.tsx'

/** Label and tone of where a movement stands. */
export function badgeOf({ state, approval, settled_as, reverses }: OwnMovement): {
  label: string
  tone: Tone
} {
  if (approval !== null) return { label: 'Espera autorización', tone: 'pending' }
  if (state === 'suspense') return { label: 'Por aclarar', tone: 'rejected' }
  if (state === 'settled')
    return { label: settled_as === null ? 'Aclarado' : `Fue: ${ownMovementNames[settled_as]}`, tone: 'done' }
  if (state === 'recorded') return { label: 'Registrado', tone: 'accepted' }
  return { label: reverses === null ? 'Deshecho' : 'Deshace otro', tone: 'neutral' }
}

/** A signed amount: `+$1,000.00` came to STP, `−$250.50` left it. */
export const signedText = (amount: number) => `${amount < 0 ? '−' : '+'}${formatMoney(Math.abs(amount))}`

/** The kinds that a person may choose. */
export const kindOptions = RECORDED_KINDS.map((value) => ({ value, label: ownMovementNames[value] }))
