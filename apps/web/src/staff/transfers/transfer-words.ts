import type { TransferOrder } from '@quincena/domain/transfers/schema'
import type { Tone } from '../../components/status-badge.tsx'

interface Words {
  label: string
  tone: Tone
}

const finals: Record<NonNullable<TransferOrder['state']>, Words> = {
  LQ: { label: 'Liquidada', tone: 'accepted' },
  CN: { label: 'Cancelada', tone: 'rejected' },
  D: { label: 'Devuelta', tone: 'rejected' },
}

const underWay: Record<TransferOrder['order_state'], Words> = {
  pending: { label: 'Por enviar', tone: 'neutral' },
  unknown: { label: 'Por confirmar', tone: 'pending' },
  sent: { label: 'En tránsito', tone: 'active' },
  failed: { label: 'Rechazada por STP', tone: 'rejected' },
  duplicate: { label: 'Pagada dos veces', tone: 'rejected' },
  withdrawn: { label: 'Retirada sin enviar', tone: 'rejected' },
}

/** Label and tone of an order: in review, STP's final state, or our own state until STP reports a final one. */
export function transferWords(order: Pick<TransferOrder, 'state' | 'order_state' | 'needs_review'>): Words {
  if (order.needs_review) return { label: 'En revisión', tone: 'pending' }
  if (order.order_state === 'duplicate' && order.state === 'LQ') return underWay.duplicate
  return order.state === null ? underWay[order.order_state] : finals[order.state]
}

const accountTypes = new Map([
  [3, 'Tarjeta de débito'],
  [10, 'Teléfono celular'],
  [40, 'CLABE'],
])

/** Name of STP's account type. */
export function accountTypeName(type: number): string {
  return accountTypes.get(type) ?? `Tipo ${type}`
}

/** Name of STP's payment type; our own orders are all type 1, third party to third party. */
export function paymentTypeName(type: number): string {
  return type === 1 ? 'Tercero a tercero' : `Tipo de pago ${type}`
}
