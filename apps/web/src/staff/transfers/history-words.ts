import type { StpMessage, TransferEvent } from '@quincena/domain/transfers/detail'
import type { Tone } from '../../components/status-badge.tsx'

interface Words {
  label: string
  tone: Tone
}

export const eventWords: Record<TransferEvent['kind'], Words> = {
  created: { label: 'Orden creada', tone: 'neutral' },
  claimed: { label: 'Se llamó a STP', tone: 'neutral' },
  withdrawn: { label: 'Se retiró sin enviarla', tone: 'rejected' },
  refused: { label: 'STP la rechazó', tone: 'rejected' },
  sent: { label: 'STP la tiene', tone: 'active' },
  settled: { label: 'Liquidada', tone: 'accepted' },
  review: { label: 'Pasó a revisión', tone: 'pending' },
  asked: { label: 'Última pregunta a STP', tone: 'neutral' },
  resolved: { label: 'Revisión resuelta', tone: 'done' },
  returned: { label: 'Devuelta', tone: 'rejected' },
}

/** Spanish text of each result of a message, by the server's code. */
const outcomes = new Map<string, string>([
  ['sent', 'Registrada como enviada'],
  ['settled', 'Registrada como liquidada'],
  ['returned', 'Registrada como devuelta'],
  ['review', 'Pasó a revisión'],
  ['noted', 'Sin cambio'],
  ['repeated', 'Repetido: ya lo sabíamos'],
  ['ignored', 'Sin efecto: la orden ya había terminado'],
  ['too_early', 'Llegó antes de enviar la orden'],
  ['after_withdrawal', 'La orden se retiró sin enviarla'],
  ['after_refusal', 'Llegó después de un rechazo'],
  ['to_confirm', 'Por confirmar con STP'],
  ['confirmed', 'Confirmado por consulta'],
  ['contradicted', 'STP dijo otra cosa al consultarlo'],
])

/** Spanish text of a message's result; an unknown code is shown unchanged. */
export function outcomeText({ outcome }: Pick<StpMessage, 'outcome'>): string {
  return outcomes.get(outcome) ?? outcome
}
