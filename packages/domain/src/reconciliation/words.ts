import type { DifferenceKind, ReconciliationState } from './compare.ts'

interface DifferenceWords {
  title: string
  /** Explains what happened. */
  meaning: string
  /** Instructs staff what to do. */
  remedy: string
}

/** Spanish texts for staff about each kind of difference. */
const differenceWords: Readonly<Record<DifferenceKind, DifferenceWords>> = {
  unknown_here: {
    title: 'STP tiene una orden que no conocemos',
    meaning: 'Salió dinero con una clave de rastreo que no está en nuestros registros.',
    remedy: 'Pregunta a STP quién la envió. Si nadie de la empresa la reconoce, pausa los envíos de dinero.',
  },
  missing_at_stp: {
    title: 'STP no tiene una orden que enviamos',
    meaning: 'La registramos como enviada y no está en la lista de STP de su día.',
    remedy: 'Confirma con el banco si el dinero llegó y aclara la orden con STP antes de enviar otra.',
  },
  duplicate_at_stp: {
    title: 'STP tiene la misma orden dos veces',
    meaning: 'Hay dos órdenes con la misma clave de rastreo: el dinero pudo salir dos veces.',
    remedy: 'Pide a STP que cancele una de las dos o que gestione la devolución.',
  },
  operating_day: {
    title: 'El día de operación no coincide',
    meaning: 'STP tiene la orden en un día distinto al que registramos.',
    remedy: 'Revisa la hora en que se envió. Los montos no cambian; cierra la diferencia si es correcta.',
  },
  amount: {
    title: 'El monto no coincide',
    meaning: 'STP tiene la orden por un monto distinto al que ordenamos.',
    remedy: 'Compara con el CEP y aclara con STP. No registres pagos hasta saber cuánto recibió la persona.',
  },
  account: {
    title: 'La cuenta no coincide',
    meaning: 'STP tiene la orden a una cuenta distinta a la que registramos.',
    remedy: 'Compara con el CEP. Si el dinero llegó a otra cuenta, pide la devolución a STP.',
  },
  state: {
    title: 'El estado no coincide',
    meaning: 'STP y nosotros no decimos lo mismo sobre dónde está el dinero.',
    remedy: 'Consulta la orden a STP. Si está en revisión, un administrador dice qué pasó con el dinero.',
  },
  returned: {
    title: 'STP la devolvió o canceló',
    meaning:
      'El dinero regresó y no se pudo registrar solo: el préstamo ya tiene pagos o se había liquidado.',
    remedy: 'Resuelve la orden en revisión: anula los pagos registrados y márcala como devuelta.',
  },
  not_in_ledger: {
    title: 'Falta en el libro contable',
    meaning: 'El dinero se movió y el libro no tiene el movimiento que le corresponde.',
    remedy: 'Avisa a sistemas: ningún acto de la aplicación deja un movimiento a medias.',
  },
  only_in_ledger: {
    title: 'Solo está en el libro contable',
    meaning: 'El libro tiene un movimiento que la orden no respalda.',
    remedy: 'Avisa a sistemas: ningún acto de la aplicación registra un movimiento sin su orden.',
  },
  ledger_amount: {
    title: 'El libro tiene otro monto',
    meaning: 'El movimiento del libro no es por el monto de la orden.',
    remedy: 'Avisa a sistemas: el libro no se corrige a mano.',
  },
}

/** Spanish texts where a difference of a received order means something else than one of a sent order. */
const receivedWords: Readonly<Partial<Record<DifferenceKind, DifferenceWords>>> = {
  unknown_here: {
    title: 'STP tiene un abono que no pudimos registrar',
    meaning: 'Entró dinero que está en la lista de STP y no en nuestros abonos.',
    remedy:
      'Compáralo con los abonos del día: puede repetir la clave de otro. Si es dinero aparte, avisa a sistemas.',
  },
  missing_at_stp: {
    title: 'STP no tiene un abono que nos avisaron',
    meaning: 'Está en nuestros abonos y no en la lista de STP de su día: puede ser un aviso falso.',
    remedy: 'No lo registres como pago. Si ya se registró, anula el pago y avisa a tu área de seguridad.',
  },
  duplicate_at_stp: {
    title: 'STP tiene el mismo abono dos veces',
    meaning: 'Hay dos abonos del mismo banco con la misma clave de rastreo.',
    remedy: 'Pregunta a STP si el dinero entró dos veces antes de registrar el segundo.',
  },
  operating_day: {
    title: 'El día de operación del abono no coincide',
    meaning: 'STP tiene el abono en un día distinto al que registramos.',
    remedy: 'Los montos no cambian; cierra la diferencia si es correcta.',
  },
  amount: {
    title: 'El monto del abono no coincide',
    meaning: 'El aviso dijo un monto y STP tiene otro con la misma clave de rastreo.',
    remedy: 'Registra lo que dice STP y descarta el aviso.',
  },
  account: {
    title: 'La cuenta del abono no coincide',
    meaning: 'El aviso dijo una cuenta receptora y STP tiene otra.',
    remedy: 'Registra lo que dice STP y descarta el aviso.',
  },
  state: {
    title: 'El estado del abono no coincide',
    meaning: 'Lo tenemos como recibido y STP todavía no lo da por liquidado.',
    remedy: 'Espera a que STP lo liquide antes de registrarlo como pago.',
  },
  returned: {
    title: 'STP devolvió el abono',
    meaning: 'El dinero que había llegado regresó a quien lo envió.',
    remedy: 'Si ya se registró un pago con él, cancélalo; si no, descarta el abono.',
  },
}

/** Returns the Spanish texts of a difference of a sent (E) or received (R) order. */
export function wordsOfDifference(order_type: 'E' | 'R', kind: DifferenceKind): DifferenceWords {
  return (order_type === 'R' ? receivedWords[kind] : undefined) ?? differenceWords[kind]
}

/** Spanish reason of an order in doubt that is not in review. */
export const doubtReason = 'STP no ha contestado si la recibió.'

/** Spanish name of an order's status on one side. */
export const reconciliationStateWords: Readonly<Record<ReconciliationState, string>> = {
  not_sent: 'Sin enviar',
  in_transit: 'En tránsito',
  settled: 'Liquidada',
  back: 'Devuelta o cancelada',
  unconfirmed: 'Sin confirmar',
}
