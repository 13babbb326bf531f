import { advances, credits, type Topic } from './topic.ts'

const incoming = { to: '/abonos', label: 'Ir a Abonos recibidos' } as const

export const payments: Topic = {
  title: 'Pagos',
  questions: [
    {
      id: 'registrar-pago',
      question: '¿Cómo registro un pago?',
      steps: [
        'Abre el crédito o anticipo y ve a la pestaña Pagos.',
        'Pulsa Nuevo pago. La cantidad sugerida es lo que hay que pagar y hasta cuándo; puedes escribir otra.',
        'Escribe la fecha valor (el día en que se recibió el dinero), el canal y la referencia.',
        'Lee qué hará el pago y pulsa Registrar pago.',
      ],
      note: 'La fecha valor puede ser de hasta 10 días atrás. Una anterior es una corrección: la registra administración con su motivo.',
      words: 'cobrar abonar mensualidad nuevo pago',
      screen: credits,
    },
    {
      id: 'pago-mayor',
      question: '¿Qué pasa si paga más de lo que toca?',
      steps: [
        'Primero se cubre lo vencido y el siguiente pago; lo demás baja la deuda desde ese día y ahorra intereses.',
        'En Nuevo pago compara Pagos más bajos con Menos pagos, y elige.',
        'Pagos por adelantado cubre los siguientes pagos sin ahorrar intereses: sólo si el trabajador lo pidió por escrito.',
      ],
      note: 'Nunca se registra más de lo que liquida el préstamo ese día. Cada pago que baja la deuda hace una versión nueva del calendario; las anteriores se conservan.',
      words: 'monto importe adelantar prepago excedente capital anticipado',
      screen: credits,
    },
    {
      id: 'liquidar',
      question: '¿Cómo liquida un trabajador antes de tiempo?',
      steps: [
        'Abre el crédito y ve a la pestaña Pagos.',
        'Pulsa Liquidar: verás cuánto paga hoy y cuánto interés se ahorra.',
        'Pulsa Registrar liquidación.',
      ],
      note: 'Los intereses que aún no corrían no se cobran. Lo que ya pagó a cuenta se le toma completo.',
      words: 'liquidacion anticipada adelantar saldar prepago descuento',
      screen: credits,
    },
    {
      id: 'cancelar-pago',
      question: 'Registré un pago por error. ¿Cómo lo quito?',
      steps: [
        'Abre la pestaña Pagos del préstamo.',
        'En ese pago elige Cancelar pago, lee qué cambia y escribe el motivo.',
      ],
      note: 'Sólo administración. El pago queda tachado en el historial, los posteriores se vuelven a dividir y sus comprobantes se sustituyen. Un préstamo liquidado se abre de nuevo.',
      words: 'reversa reversar revertir deshacer equivocado',
      screen: credits,
    },
    {
      id: 'deuda-cambio',
      question: 'Dice que la deuda cambió. ¿Qué hago?',
      steps: [
        'Alguien registró otro pago mientras tenías la ventana abierta.',
        'Mira la deuda actual y el historial, y registra el pago sólo si todavía falta: lo que escribiste sigue ahí.',
      ],
      note: 'Así un pago nunca se registra dos veces.',
      words: 'doble duplicado conflicto',
    },
    {
      id: 'recibo',
      question: '¿Dónde está el recibo de un pago?',
      steps: ['Abre la pestaña Pagos del préstamo.', 'En la fila del pago, descarga el recibo en PDF.'],
      words: 'comprobante pdf descargar',
      screen: advances,
    },
    {
      id: 'abono',
      question: 'Llegó una transferencia. ¿Cómo la vuelvo un pago?',
      steps: [
        'Abre Abonos recibidos: ahí están los que STP ya confirmó y esperan.',
        'Abre el abono. Si reconocimos el folio, el préstamo ya está elegido; si no, búscalo por folio o nombre.',
        'Revisa la cantidad y qué hará el pago, y confirma. Si alcanza para liquidar el préstamo, esa es la cantidad sugerida.',
      ],
      note: 'Un abono que STP no ha confirmado no se puede registrar: está en el filtro Sin confirmar con STP. Un abono se registra una sola vez. La liquidación vale con el monto del día en que llegó el dinero.',
      words: 'spei deposito transferencia entrante abonos',
      screen: incoming,
    },
    {
      id: 'descartar-abono',
      question: '¿Y si el abono no es de ningún préstamo?',
      steps: ['Ábrelo en Abonos recibidos.', 'Pulsa Descartar y escribe qué se hizo con el dinero.'],
      note: 'Queda en la lista, con el filtro de descartados, con quién lo hizo y por qué.',
      words: 'desconocido error ajeno',
      screen: incoming,
    },
  ],
}
