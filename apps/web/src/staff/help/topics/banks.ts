import type { Topic } from './topic.ts'

const banks = { to: '/tesoreria/bancos', label: 'Ir a Bancos' } as const

export const bankTopic: Topic = {
  title: 'Conciliar el banco',
  questions: [
    {
      id: 'cuenta-bancaria',
      question: '¿Cómo agrego una cuenta bancaria de la empresa?',
      steps: [
        'Abre Tesorería, Bancos, y pulsa Agregar cuenta.',
        'Escribe el nombre con el que la conocen y, si la tienes, su CLABE.',
        'Si casi todos los pagos llegan ahí, elige en su menú Usar como predeterminada.',
      ],
      note: 'Sólo administración. Una cuenta se cierra cuando ya no tiene movimientos por conciliar; lo conciliado se conserva.',
      words: 'clabe banco alta cerrar predeterminada',
      screen: banks,
    },
    {
      id: 'subir-estado-de-cuenta',
      question: '¿Cómo subo un estado de cuenta?',
      steps: [
        'Descárgalo de la banca en línea como CSV o Excel, sin cambiarlo.',
        'Abre la cuenta en Tesorería, Bancos, y ve a Estados de cuenta.',
        'Elige el archivo y revisa los primeros renglones y de qué columna sale cada dato. La cuenta lo recuerda.',
        'Pulsa Subir estado de cuenta. Cuando termine verás los movimientos nuevos, los que ya estaban y los que no se pudieron leer.',
      ],
      note: 'Cada movimiento entra una sola vez, aunque subas dos veces el mismo archivo o los periodos se encimen. Un monto que se puede entender de dos maneras no se adivina: queda sin leer, con su fila y su motivo.',
      words: 'csv excel importar movimientos columnas archivo',
      screen: banks,
    },
    {
      id: 'conciliar-banco',
      question: '¿Cómo concilio los movimientos con los pagos?',
      steps: [
        'Abre la cuenta y quédate en Conciliar: a un lado están los movimientos del banco y al otro los pagos que ningún movimiento muestra.',
        'Elige un movimiento. Verás los pagos que se le parecen y por qué; también puedes buscarlos por trabajador, folio, referencia o monto.',
        'Marca uno o varios pagos hasta que cuadre y pulsa Conciliar. Si el movimiento trae más, lo que queda sigue por conciliar.',
      ],
      note: 'Los que tienen la misma referencia y monto, los que suman un depósito del patrón y los que son únicos en monto y fecha se concilian solos. Para deshacer uno, ábrelo en Movimientos.',
      words: 'conciliacion comprobar deposito emparejar deshacer por comprobar',
      screen: banks,
    },
    {
      id: 'movimiento-no-es-pago',
      question: 'Un movimiento del banco no es un pago. ¿Qué hago?',
      steps: [
        'Elígelo en Conciliar y pulsa No es un pago.',
        'Di qué es (comisión, traspaso, movimiento propio u otro) y escribe el motivo.',
      ],
      note: 'Sale de los que están por conciliar y queda en Movimientos, No son pagos, con tu nombre. Ahí mismo se puede deshacer.',
      words: 'comision traspaso retiro cargo explicar',
      screen: banks,
    },
  ],
}
