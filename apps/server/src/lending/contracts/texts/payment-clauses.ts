import { isTaxAdded, productOf } from '@quincena/domain/contracts/product'
import type { ContractPayload } from '@quincena/domain/contracts/schema'
import { formatMoney } from '@quincena/domain/format'
import type { Article } from './article.ts'

function otherMeans({ lender }: ContractPayload): Article {
  return {
    heading: 'Otros medios y lugar de pago',
    paragraphs: [
      `Si por cualquier causa el descuento no se realiza, el Cliente pagará directamente en la fecha pactada, sin necesidad de requerimiento, por transferencia a la cuenta que la Financiera le indique por medio de la aplicación o de la Unidad Especializada (${lender.phone}, ${lender.email}). Todo pago se registra en la aplicación y genera un comprobante.`,
    ],
  }
}

const VALUE_DATE =
  'Los pagos se aplican en el orden de su fecha valor, que es el día desde el que cuentan: en un descuento de nómina, el día de pago del sueldo del que se descontó, aunque la Empresa lo entregue después; en una transferencia o un depósito, el día en que se liquida; en cualquier otro pago, el día en que la Financiera lo recibe.'

const CORRECTION =
  'Si la Financiera corrige un pago, porque se revierte o porque su fecha valor era anterior, aplica de nuevo los pagos que le siguen. El comprobante de un pago cuya aplicación cambia se emite otra vez con la leyenda «Sustituye al emitido el» y su fecha.'

const creditApplication = (tax: string): Article => ({
  heading: 'Aplicación de los pagos',
  paragraphs: [
    VALUE_DATE,
    `Cada pago cubre, en este orden: (1) lo vencido hasta su fecha valor, inclusive, empezando por lo más antiguo y, dentro de cada pago vencido, los intereses${tax} antes que el capital; (2) a cuenta, lo que falte del siguiente pago de la Tabla de pagos, que cuenta como hecho y se aplica a intereses y capital en su fecha, de modo que no se cobran intereses antes de que se devenguen; y (3) como pago anticipado, el capital.`,
    CORRECTION,
  ],
})

const prepayments = (tax: string): Article => ({
  heading: 'Pagos anticipados, pagos adelantados y liquidación',
  paragraphs: [
    'El Cliente puede pagar antes de la fecha de vencimiento, en forma total o parcial y en cualquier cantidad, sin comisión ni penalización.',
    `Pago anticipado. Lo que exceda de lo vencido y del siguiente pago reduce el capital desde su fecha valor; si esta es una fecha de pago, desde el primer día del periodo que sigue. El siguiente pago conserva su monto, o uno menor si con él termina el crédito; sus intereses se calculan de nuevo y la diferencia se aplica al capital. Los pagos posteriores se calculan de nuevo con el saldo que queda: en igual número y por un monto menor o, si el Cliente lo pide al pagar, por el mismo monto y en menor número, el último por lo que quede. Si por el redondeo los pagos más bajos costaran más que los anteriores, se reduce su número. La nueva tabla sustituye a la Tabla de pagos y queda, con el ahorro de intereses, a disposición del Cliente en la aplicación.`,
    'Pago adelantado. Solo si el Cliente autoriza por escrito que los recursos que entrega en exceso de sus obligaciones exigibles no se apliquen como pago anticipado del capital, sino que cubran por adelantado los pagos inmediatos siguientes, el excedente se aplica a cuenta de ellos, y ni la Tabla de pagos ni los intereses cambian. Para el siguiente pago no se necesita ese escrito.',
    `Liquidación. Un día cualquiera, el crédito se liquida con los pagos vencidos hasta ese día, inclusive, más el capital de la Tabla de pagos vigente, más los intereses devengados hasta ese día en el periodo en curso${tax}, menos lo pagado a cuenta. La aplicación muestra esa cantidad. Lo que el Cliente entregue por encima de ella es suyo.`,
  ],
})

function advanceApplication({ loan }: ContractPayload): Article {
  return {
    heading: 'Aplicación de los pagos y pagos anticipados',
    paragraphs: [
      VALUE_DATE,
      `El Cliente puede pagar el anticipo antes de su fecha y en partes, en cualquier cantidad, sin otra comisión ni penalización. Los pagos cubren primero la comisión y después el capital. La comisión se causa con la entrega del dinero y no se devuelve ni se reduce por pagar antes: el anticipo se liquida cuando lo pagado suma ${formatMoney(loan.total_debt)}. Lo que el Cliente entregue por encima de esa cantidad es suyo.`,
      CORRECTION,
    ],
  }
}

function lateness({ loan }: ContractPayload): Article {
  const { the } = productOf(loan.type)
  const { grace_bank_days: grace = 0 } = loan
  const days =
    grace === 1 ? 'transcurre un día hábil bancario' : `transcurren ${grace} días hábiles bancarios`
  const courtesy = `Como cortesía, porque la Empresa entrega los descuentos después del día de pago, la Financiera no considera atrasado ${the} mientras no ${days} después de ese último día. La cortesía no cambia las fechas de pago.`
  return {
    heading: 'Atraso y cobranza',
    paragraphs: [
      `El último día para pagar es la fecha de pago o, si es inhábil, el siguiente día hábil bancario.${grace > 0 ? ` ${courtesy}` : ''} Hay atraso desde el día siguiente si lo pagado no cubre lo vencido. La aplicación muestra la cantidad por pagar y su fecha: quien la paga a más tardar en esa fecha no se atrasa. El atraso no causa intereses, comisiones ni gastos.`,
      'La Financiera podrá requerir el pago por sí o por medio de despachos de cobranza, que deberán identificarse, tratar al Cliente con respeto, en horarios hábiles, y abstenerse de contactar a terceros. Las quejas sobre cobranza se presentan ante la Unidad Especializada o en el Registro de Despachos de Cobranza (REDECO) de la CONDUSEF.',
    ],
  }
}

const endOfEmployment: Article = {
  heading: 'Terminación de la relación laboral',
  paragraphs: [
    'Si el Cliente deja de trabajar en la Empresa subsiste su obligación de pagar en las fechas pactadas por los otros medios de pago. El Cliente dará aviso de su nuevo domicilio, teléfono y correo electrónico.',
  ],
}

/** The clauses about payments: what they cover (lending.md §3), when they are late (§4). */
export function paymentClauses(payload: ContractPayload): Article[] {
  const tax = isTaxAdded(payload.loan) ? ' y su IVA' : ''
  const application =
    payload.loan.type === 'credit'
      ? [creditApplication(tax), prepayments(tax)]
      : [advanceApplication(payload)]
  return [otherMeans(payload), ...application, endOfEmployment, lateness(payload)]
}
