import { orders, type Topic } from './topic.ts'

const treasuryDay = { to: '/tesoreria', label: 'Ir a Tesorería' } as const
const unidentified = { to: '/tesoreria/por-identificar', label: 'Ir a Por identificar' } as const
const balances = { to: '/tesoreria/saldos', label: 'Ir a Saldos a favor' } as const
const accounts = { to: '/tesoreria/cuentas', label: 'Ir a Titulares de cuentas' } as const

export const treasury: Topic = {
  title: 'Tesorería',
  questions: [
    {
      id: 'dia-tesoreria',
      question: '¿Cómo veo todo el dinero que entró y salió en un día?',
      steps: [
        'Abre Tesorería y elige el día: ves el saldo inicial en STP, las entradas, las salidas y el saldo final.',
        'Pulsa un monto para ver en la lista de abajo exactamente los movimientos que suma.',
        'En camino es dinero que ya se ordenó y STP todavía no liquida: sigue en el saldo hasta que sale.',
        'Con Exportar descargas los movimientos del día o del mes.',
      ],
      note: 'Saldo según STP compara lo que STP dice que hay con nuestro libro a esa misma hora.',
      words: 'caja flujo entradas salidas saldo corte diario efectivo exportar',
      screen: treasuryDay,
    },
    {
      id: 'balanza',
      question: '¿Dónde está la balanza de comprobación?',
      steps: [
        'Abre Tesorería y elige Balanza, del día o del mes.',
        'Cada cuenta muestra con cuánto empezó, sus cargos, sus abonos y con cuánto terminó.',
        'Con Exportar la descargas en .xlsx.',
      ],
      note: '«Suma cero» quiere decir que todos los cargos y abonos se compensan, al centavo.',
      words: 'contabilidad cuentas cargos abonos mayor contador saldos',
      screen: treasuryDay,
    },
    {
      id: 'por-identificar',
      question: 'Llegó dinero y no sabemos de quién es. ¿Qué hago?',
      steps: [
        'Abre Tesorería, Por identificar. Los más antiguos están primero; asigna un responsable a cada uno.',
        'Abre el abono: Puede ser de dice a qué préstamo o trabajador se parece y por qué. Elígelo o búscalo tú.',
        'Si es de un trabajador que no debe nada, pulsa Abonar a un trabajador: queda en su saldo a favor.',
        'Si nadie lo reconoce, pulsa Devolver a quien lo envió: otra persona lo autoriza y STP lo regresa.',
      ],
      note: 'Solo se usa el dinero que STP ya confirmó. De un abono puedes usar una parte: lo que queda sigue en la lista.',
      words: 'desconocido ordenante sin folio responsable antiguedad sugerencias regresar',
      screen: unidentified,
    },
    {
      id: 'stp-se-llevo',
      question: 'STP devolvió un abono que ya habíamos usado. ¿Qué hago?',
      steps: [
        'Abre Tesorería, Por identificar, y elige STP se lo llevó: cada abono dice cuánto falta por aclarar.',
        'Abre el abono: ves en qué préstamo o saldo se usó. Si se puede, anula ese pago o ese abono: queda aclarado.',
        'Si el dinero ya no está, pulsa Cargar al trabajador y escribe el motivo: otra persona lo autoriza.',
      ],
      note: 'Lo que se carga lo debe aparte de sus préstamos, y su saldo a favor lo puede pagar. Después ya no se deshace.',
      words: 'devuelto regreso suspenso aclarar cargo quitar retiro contracargo',
      screen: unidentified,
    },
    {
      id: 'autorizar-devolucion',
      question: '¿Cómo autorizo la devolución de un saldo?',
      steps: [
        'Abre Autorizaciones: dice quién la pidió, el monto, la cuenta y cuánto le queda al trabajador.',
        'Pulsa Autorizar y el dinero sale por SPEI, o Rechazar y escribe el motivo, que el trabajador lee.',
        'En Tesorería, Saldos a favor, están las devoluciones abiertas y las anteriores con su estado.',
      ],
      note: 'Nadie autoriza lo que pidió. Mientras nadie la autoriza, quien la pidió puede retirarla; el trabajador lo hace en su app.',
      words: 'devolver reembolso segunda persona retirar rechazar saldo a favor',
      screen: balances,
    },
    {
      id: 'titular-cuenta',
      question: '¿Qué es la confirmación del titular de una cuenta?',
      steps: [
        'Cuando alguien con una cuenta nueva pide dinero, se le envía un centavo y su banco dice a nombre de quién está.',
        'Comparamos ese nombre con el registrado, en cualquier orden y sin acentos, y el RFC si ambos lo tienen.',
        'El resultado está en el préstamo, en el usuario y en Tesorería, Titulares de cuentas.',
      ],
      note: 'Una cuenta que ya recibió un depósito cuenta como confirmada. En Configuración, Dinero, administración elige si no se confirma, si solo avisa o si bloquea.',
      words: 'verificacion centavo clabe nombre dueño cuenta tercero verificar',
      screen: accounts,
    },
    {
      id: 'cuenta-no-coincide',
      question: 'La cuenta está a nombre de otra persona. ¿Qué hago?',
      steps: [
        'Abre la cuenta en Tesorería, Titulares de cuentas: ves el nombre registrado y el que dijo el banco.',
        'Si no es suya, pulsa Pedir otra cuenta: el trabajador recibe un aviso para registrar la correcta.',
        'Si es suya de todos modos, pulsa Aceptar de todos modos y escribe por qué: otra persona lo autoriza.',
      ],
      note: 'Si el banco no contestó, pulsa Verificar de nuevo. Con la opción Bloquear, la oferta no se puede firmar hasta que la cuenta esté confirmada o aceptada.',
      words: 'no coincide titular mismatch otro nombre sin respuesta repetir',
      screen: accounts,
    },
    {
      id: 'devuelto-orden',
      question: 'Devolvimos dinero y no llegó. ¿Dónde está?',
      steps: [
        'Busca la orden en Órdenes STP: su historia dice si STP la rechazó o si el banco la regresó.',
        'Si era saldo a favor, el dinero ya está de nuevo en el saldo del trabajador y se le avisó.',
        'Si era un abono de un desconocido, está de nuevo en Tesorería, Por identificar.',
      ],
      words: 'regreso rechazada devolucion fallida cuenta cancelada',
      screen: orders,
    },
  ],
}
