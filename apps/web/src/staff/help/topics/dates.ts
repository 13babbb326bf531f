import { credits, type Topic } from './topic.ts'

export const dates: Topic = {
  title: 'Fechas y cálculos',
  questions: [
    {
      id: 'fechas-credito',
      question: '¿Cuándo vence cada pago de un crédito?',
      steps: [
        'El primero, un mes después de firmar; los demás, cada mes el mismo día.',
        'Si el mes no tiene ese día, el último: 31 de enero, 28 de febrero, 31 de marzo.',
        'El calendario completo está en la pestaña Pagos.',
      ],
      words: 'vencimiento mensualidad calendario tabla',
      screen: credits,
    },
    {
      id: 'fecha-anticipo',
      question: '¿Cuándo se paga un anticipo?',
      steps: [
        'En la siguiente fecha de pago: el día 15 o el último del mes.',
        'Si se pide en una fecha de pago, cuenta la que sigue.',
      ],
      words: 'quincena dias periodo',
    },
    {
      id: 'retrasado',
      question: '¿Cuándo queda un préstamo como Retrasado?',
      steps: [
        'Un vencimiento en día inhábil puede pagarse el siguiente día hábil bancario, y cada empresa tiene días hábiles de gracia (5 si no se cambian en sus datos).',
        'Al día siguiente del último de ellos, poco después de medianoche (Ciudad de México), el préstamo sin cubrir queda como Retrasado.',
        'En cuanto un pago lo pone al corriente vuelve a Al día.',
        'Para verlos todos, abre «Retrasados» desde el Dashboard.',
      ],
      words: 'moroso vencido atraso mora',
      screen: { to: '/', label: 'Ir al Dashboard' },
    },
    {
      id: 'maximo',
      question: '¿Cuánto puede pedir un trabajador?',
      steps: [
        'Un crédito: hasta tres veces su sueldo mensual, a 3, 6, 9 o 12 meses.',
        'Un anticipo: la parte de su quincena que fija su empresa, sin pasar de su tope.',
      ],
      note: 'Si no conocemos su sueldo, el anticipo llega hasta $3,500.00 y no hay crédito.',
      words: 'limite monto maximo sueldo',
    },
  ],
}
