import { credits, orders, type Topic } from './topic.ts'

const movements = { to: '/tesoreria/movimientos', label: 'Ir a Movimientos en STP' } as const
const reconciliation = { to: '/conciliacion', label: 'Ir a Conciliación STP' } as const

export const transfers: Topic = {
  title: 'Envíos y STP',
  questions: [
    {
      id: 'estados-stp',
      question: '¿Qué significan los estados de una orden STP?',
      steps: [
        'En camino: STP la tiene y todavía no responde.',
        'Liquidada (LQ): el dinero llegó a la cuenta.',
        'Cancelada (CN): no salió.',
        'Devuelta (D): llegó y el banco la regresó.',
        'Por revisar: no sabemos con certeza qué pasó y hace falta una persona.',
      ],
      words: 'lq cn d liquidada cancelada devuelta transito estatus',
      screen: orders,
    },
    {
      id: 'no-llego',
      question: 'El trabajador dice que no le llegó el dinero',
      steps: [
        'Busca la orden en Órdenes STP por folio, clave de rastreo o correo.',
        'Si está liquidada, abre VER CEP PDF: es el comprobante de Banco de México. Compártelo con el trabajador.',
        'Si no, pulsa Preguntar a STP y mira su historia.',
      ],
      words: 'cep comprobante rastreo deposito no aparece',
      screen: orders,
    },
    {
      id: 'devuelto',
      question: 'El banco devolvió el dinero. ¿Qué sigue?',
      steps: [
        'Abre el préstamo: arriba dice el motivo del banco y a qué cuenta se envió.',
        'Si la cuenta estaba mal, pulsa Corregir cuenta y escribe la CLABE correcta; otra persona confirma el cambio en Autorizaciones.',
        'Pulsa Enviar de nuevo. Si ya no procede, Cancelar envío.',
      ],
      note: 'Sólo administración. Mientras no se envíe otra vez, nada vence y al trabajador no se le cobra.',
      words: 'devolucion retorno rechazo clabe reenviar payout',
      screen: credits,
    },
    {
      id: 'por-revisar',
      question: '¿Qué hago con una orden «Por revisar»?',
      steps: [
        'En Órdenes STP filtra por «Por revisar» y abre la orden: dice por qué está ahí.',
        'Pulsa Preguntar a STP. Muchas se resuelven solas con la respuesta.',
        'Si no, confirma con STP qué pasó y, como administrador, pulsa Resolver y di qué pasó con el dinero.',
      ],
      note: 'Nunca se reenvía sola: así el dinero no sale dos veces.',
      words: 'revision manual cola duda pendiente',
      screen: orders,
    },
    {
      id: 'en-aclaracion',
      question: 'Un préstamo dice «En revisión» o «Depósito devuelto». ¿Qué significa?',
      steps: [
        'No es seguro que el trabajador tenga el dinero: su orden está por revisar, o el banco devolvió el depósito.',
        'Ábrelo: arriba dice el motivo. Con Resolver llegas a la orden por revisar; si el banco devolvió el dinero, corrige la cuenta y envíalo de nuevo.',
        'Cuando la orden se resuelve, el préstamo deja de estar en aclaración. No hay que hacer nada más.',
      ],
      note: 'Mientras tanto nada vence, no salen recordatorios y no aparece como retrasado. El trabajador lee en su app que lo estamos aclarando con el banco. Si resulta que el dinero sí llegó, lo que venció entretanto cuenta desde el día en que se resuelve.',
      words: 'aclaracion duda revision devuelto no vence clarificar',
      screen: credits,
    },
    {
      id: 'limite-diario',
      question: 'Una orden espera por el límite del día. ¿Cuándo sale?',
      steps: [
        'Cada día se envía hasta un monto en devoluciones de saldo, en devoluciones de abonos y en verificaciones de cuentas. Lo que lo rebasa espera.',
        'Sale sola después de la medianoche, si cabe en el límite del día nuevo.',
        'Para que salga antes, administración sube el límite en Configuración, Dinero, Envíos por día. Ahí también se ve cuánto se ha enviado hoy y qué órdenes esperan.',
      ],
      note: 'Una orden mayor que el límite no sale hasta que lo subas. Los envíos de créditos y anticipos no tienen este límite.',
      words: 'tope maximo diario espera retenida configuracion',
      screen: orders,
    },
    {
      id: 'pausa',
      question: '¿Cómo detengo todos los envíos?',
      steps: [
        'En Órdenes STP pulsa Pausar envíos y escribe el motivo.',
        'Para seguir, pulsa Reanudar envíos.',
      ],
      note: 'Sólo administración. Lo que STP ya tiene sigue su curso; los trabajadores ven un aviso y no pueden firmar mientras tanto.',
      words: 'pausar suspender emergencia apagar',
      screen: orders,
    },
    {
      id: 'conciliar',
      question: '¿Cómo sé que cuadra lo que tiene STP con lo nuestro?',
      steps: [
        'Abre Conciliación STP: cada día hábil se compara solo.',
        '«Cuadra» quiere decir que cada orden y cada peso coinciden.',
        'Para comparar un día ahora, pulsa Conciliar ahora.',
      ],
      words: 'conciliacion cuadre saldo diario',
      screen: reconciliation,
    },
    {
      id: 'diferencias',
      question: 'Un día tiene diferencias. ¿Qué hago?',
      steps: [
        'Abre el día y lee cada diferencia: dice qué tiene STP y qué tenemos.',
        'Investiga y deja lo que encuentres con Anotar.',
        'Cuando quede claro, administración la cierra con un motivo.',
      ],
      note: 'Descargar .xlsx te da todas las órdenes del día para compararlas.',
      words: 'no cuadra diferencia extraña ajena',
      screen: reconciliation,
    },
    {
      id: 'saldo-stp',
      question: 'El saldo en STP no cuadra. ¿Qué hago?',
      steps: [
        'Abre Movimientos en STP: arriba están el saldo de STP, el de los libros y la diferencia.',
        'Si dura más de 10 minutos se abre un caso: tómalo como responsable.',
        'Revisa lo que podría explicarla; lo que suma exactamente la diferencia va primero.',
        'Corrige o registra lo que falte. El caso se cierra solo cuando la comprobación da 0.00.',
      ],
      words: 'descuadre diferencia saldo comprobado caso libros',
      screen: movements,
    },
    {
      id: 'movimientos-propios',
      question: '¿Cómo registro un depósito, un retiro o una comisión de STP?',
      steps: [
        'Lo que STP ya lista aparece solo en Movimientos en STP, como Por aclarar: ábrelo y di qué fue.',
        'Un depósito propio llega como abono: ábrelo y pulsa Es un depósito nuestro.',
        'Lo que no está en ninguna lista: pulsa Registrar movimiento y adjunta el comprobante.',
        'Otro administrador lo autoriza; hasta entonces nada cambia en los libros.',
      ],
      note: 'Para corregir uno, ábrelo y pulsa Deshacer: se registra el contrario, también con dos personas. El saldo inicial lo registra administración una sola vez.',
      words: 'fondeo deposito retiro comision saldo inicial tesoreria suspenso deshacer',
      screen: movements,
    },
  ],
}
