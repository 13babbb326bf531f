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
        'Escribe la fecha valor (el día en que se recibió el dinero), el canal, la referencia y la cuenta bancaria.',
        'Sube el comprobante: un PDF o una imagen de hasta 10 MB.',
        'Lee qué hará el pago y pulsa Registrar pago.',
      ],
      note: 'La fecha valor puede ser de hasta 10 días atrás. Una anterior es una corrección: la registra administración con su motivo.',
      words: 'cobrar abonar mensualidad nuevo pago',
      screen: credits,
    },
    {
      id: 'comprobar-pago',
      question: '¿Quién comprueba un pago que no llegó por STP?',
      steps: [
        'El pago cuenta para el trabajador desde que lo registras y queda Por comprobar.',
        'Lo comprueba un movimiento del estado de cuenta que coincida, u otra persona: en Autorizaciones abre el comprobante, revisa monto, fecha y referencia, y autoriza.',
        'Si lo rechaza, abre el pago en el préstamo, lee el motivo y envía otro comprobante. Si el dinero no llegó, administración anula el pago.',
      ],
      note: 'Nadie comprueba el pago que registró. Los que pasan de los días que fija administración en Configuración, Dinero, salen en el inicio como atrasados.',
      words: 'comprobante ficha deposito voucher autorizar rechazado banco atrasado por comprobar',
      screen: { to: '/tesoreria/por-comprobar', label: 'Ir a Por comprobar' },
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
        'Escribe el canal, la referencia y la cuenta, y sube el comprobante.',
        'Pulsa Registrar liquidación.',
      ],
      note: 'Vale con la fecha de hoy; si el dinero llegó otro día, regístralo en Nuevo pago. Los intereses que aún no corrían no se cobran. Lo que ya pagó a cuenta se le toma completo.',
      words: 'liquidacion anticipada adelantar saldar prepago descuento',
      screen: credits,
    },
    {
      id: 'cancelar-pago',
      question: 'Registré un pago por error. ¿Cómo lo quito?',
      steps: [
        'Abre la pestaña Pagos del préstamo.',
        'En ese pago elige Anular, lee qué cambia y escribe el motivo.',
      ],
      note: 'Sólo administración. El pago queda tachado en el historial, los posteriores se vuelven a dividir y sus comprobantes se sustituyen. Un préstamo liquidado se abre de nuevo.',
      words: 'cancelar reversa reversar revertir deshacer equivocado',
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
      id: 'saldo-a-favor',
      question: 'Un trabajador tiene saldo a favor. ¿Qué hago?',
      steps: [
        'Abre Tesorería, Saldos a favor, y elige al trabajador: ves de dónde viene cada peso.',
        'Para pagar su préstamo, pulsa Usarlo en un préstamo. Cuenta como un pago de hoy.',
        'Para regresárselo, pulsa Devolver: otra persona del personal lo autoriza y sale por SPEI a su cuenta.',
      ],
      note: 'Nadie autoriza lo que pidió. No se devuelve más que el saldo, ni mientras otro envío del trabajador va en camino. Si la cuenta cambia o el saldo ya no alcanza, la solicitud queda sin efecto. El trabajador también puede pedirlo o usarlo en su app.',
      words: 'devolucion devolver reembolso sobrante remanente pago de mas',
      screen: { to: '/tesoreria/saldos', label: 'Ir a Saldos a favor' },
    },
    {
      id: 'descartar-abono',
      question: '¿Y si el abono no es de ningún préstamo?',
      steps: [
        'Ábrelo en Tesorería, Por identificar: las sugerencias dicen de quién puede ser y por qué.',
        'Si es de un trabajador sin deuda, pulsa Abonar a un trabajador: queda en su saldo a favor.',
        'Si nadie lo reconoce, pulsa Devolver a quien lo envió; otra persona lo autoriza.',
      ],
      note: 'El dinero que ya está en la cuenta no se descarta. Un aviso que STP no reconoce sí: queda en el filtro de descartados con quién lo hizo y por qué.',
      words: 'desconocido error ajeno',
      screen: incoming,
    },
  ],
}
