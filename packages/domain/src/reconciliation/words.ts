import type { DifferenceKind, ReconciliationState } from './compare.ts'

interface DifferenceWords {
  title: string
  /** Explains what happened. */
  meaning: string
  /** Instructs staff what to do. */
  remedy: string
}

/** Spanish texts for staff about each kind of difference. */
export const differenceWords: Readonly<Record<DifferenceKind, DifferenceWords>> = {
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
    meaning: 'STP tiene la orden por un monto distinto al que se firmó en el contrato.',
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
    remedy: 'Resuelve la orden en revisión: cancela los pagos registrados y márcala como devuelta.',
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

/** Spanish name of an order's status on one side. */
export const reconciliationStateWords: Readonly<Record<ReconciliationState, string>> = {
  not_sent: 'Sin enviar',
  in_transit: 'En tránsito',
  settled: 'Liquidada',
  back: 'Devuelta o cancelada',
}
