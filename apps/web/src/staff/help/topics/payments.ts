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
        'Pulsa Nuevo pago y revisa la cantidad sugerida.',
        'Pulsa Registrar pago.',
      ],
      note: 'La cantidad es la deuda entre los pagos que faltan; un anticipo se liquida en un solo pago. La deuda baja al momento.',
      words: 'cobrar abonar mensualidad nuevo pago',
      screen: credits,
    },
    {
      id: 'cantidad-fija',
      question: '¿Por qué no puedo escribir otra cantidad?',
      steps: [
        'La cantidad la calcula el sistema para que el préstamo termine exacto, al centavo.',
        'Si el trabajador quiere pagar todo lo que debe de un crédito, usa Liquidar.',
        'Si llegó una transferencia por otra cantidad, confírmala en Abonos recibidos.',
      ],
      words: 'monto importe editar solo lectura',
      screen: incoming,
    },
    {
      id: 'liquidar',
      question: '¿Cómo liquida un trabajador antes de tiempo?',
      steps: [
        'Abre el crédito y ve a la pestaña Pagos.',
        'Pulsa Liquidar: verás cuánto paga hoy y cuánto interés se le descuenta.',
        'Pulsa Registrar liquidación.',
      ],
      note: 'Los intereses que aún no corrían no se cobran; los de mensualidades ya pagadas por adelantado no se devuelven.',
      words: 'liquidacion anticipada adelantar saldar prepago descuento',
      screen: credits,
    },
    {
      id: 'cancelar-pago',
      question: 'Registré un pago por error. ¿Cómo lo quito?',
      steps: [
        'Abre la pestaña Pagos del préstamo.',
        'En el último pago elige Cancelar pago y escribe el motivo.',
      ],
      note: 'Sólo administración, y del último hacia atrás. El pago queda tachado en el historial y la deuda vuelve a como estaba.',
      words: 'reversa reversar revertir deshacer equivocado',
      screen: credits,
    },
    {
      id: 'deuda-cambio',
      question: 'Dice que la deuda cambió. ¿Qué hago?',
      steps: [
        'Alguien registró otro pago mientras tenías la ventana abierta.',
        'Ciérrala, mira la deuda actual y el historial, y registra el pago sólo si todavía falta.',
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
        'Revisa la cantidad y confirma. Si alcanza para saldar el crédito, elige Liquidar anticipadamente.',
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
