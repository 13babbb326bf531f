import { credits, orders, type Topic } from './topic.ts'

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
        'Si la cuenta estaba mal, pulsa Corregir cuenta y escribe la CLABE correcta.',
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
  ],
}
