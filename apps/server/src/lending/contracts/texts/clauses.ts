import type { ContractPayload } from '@quincena/domain/contracts/schema'
import { formatCat, formatDate, formatLongDate, formatMoney, formatRate } from '@quincena/domain/format'
import type { Article } from './article.ts'
import { commonClauses } from './common-clauses.ts'
import { accountText, chargeOf, productOf, rateText } from './product.ts'

/** Version of the clauses; any change of their text needs a new version. */
export const CONTRACT_TEXT_VERSION = '1.0'

const dayOfMonth = (day: string) => Number(day.slice(8))

function object({ loan }: ContractPayload): Article {
  const credit = `La Financiera otorga al Cliente un crédito simple por ${formatMoney(loan.amount)}, que el Cliente se obliga a pagar con sus intereses en la forma y fechas de este contrato.`
  const advance = `La Financiera otorga al Cliente un anticipo de nómina por ${formatMoney(loan.amount)}, es decir, un crédito simple que el Cliente se obliga a pagar, junto con su comisión, en la siguiente fecha de pago de su sueldo. El anticipo no modifica el salario ni es otorgado por la Empresa.`
  const text = loan.type === 'credit' ? credit : advance
  return {
    heading: 'Objeto',
    paragraphs: [
      `${text} El destino de los recursos es libre. En el monto no se incluyen intereses, comisiones ni gastos.`,
    ],
  }
}

function delivery(payload: ContractPayload): Article {
  return {
    heading: 'Entrega del dinero',
    paragraphs: [
      `El dinero se entrega en una sola exhibición, mediante transferencia electrónica (SPEI), a la cuenta del Cliente en ${accountText(payload.receiving_account)}. La disposición se acredita con la orden de pago y, una vez liquidada, con el comprobante electrónico de pago (CEP) del Banco de México.`,
      'Si la institución receptora rechaza o devuelve la transferencia no habrá cantidad exigible: las partes corregirán los datos de la cuenta y las fechas de pago contarán a partir del día en que el dinero se envíe de nuevo. Si no es posible enviarlo, la operación se cancela sin costo para el Cliente.',
    ],
  }
}

function creditPayments({ loan }: ContractPayload): Article {
  const first = loan.schedule[0]?.due_date ?? loan.payment_deadline
  const last = loan.schedule.at(-1)?.payment ?? 0
  const differs =
    last === loan.monthly_payment ? '' : ` La última, por ajuste de centavos, es de ${formatMoney(last)}.`
  return {
    heading: 'Plazo y pagos',
    paragraphs: [
      `El plazo es de ${loan.period}. El Cliente pagará ${loan.installments} mensualidades de ${formatMoney(loan.monthly_payment ?? 0)} cada una, que comprenden capital e intereses, el día ${dayOfMonth(first)} de cada mes (o el último del mes, cuando no exista ese día), a partir del ${formatLongDate(first, { withYear: true })} y hasta el ${formatLongDate(loan.payment_deadline, { withYear: true })}, conforme a la Tabla de pagos.${differs}`,
      `El total a pagar es de ${formatMoney(loan.total_debt)}. Si la fecha de pago es inhábil, el pago puede hacerse el siguiente día hábil bancario sin cargo adicional.`,
    ],
  }
}

function advancePayment({ loan }: ContractPayload): Article {
  return {
    heading: 'Plazo y pago',
    paragraphs: [
      `El plazo es de ${loan.period}, del día de la firma a la siguiente fecha de pago del sueldo. El Cliente pagará ${formatMoney(loan.total_debt)} en una sola exhibición el ${formatLongDate(loan.payment_deadline, { withYear: true })}. Si la fecha es inhábil, el pago puede hacerse el siguiente día hábil bancario sin cargo adicional.`,
    ],
  }
}

function interest({ loan }: ContractPayload): Article {
  if (loan.type === 'advance')
    return {
      heading: 'Intereses y comisión',
      paragraphs: [
        `El anticipo no genera intereses ordinarios. Su único costo es una comisión por disposición, fija y por única vez, de ${formatMoney(loan.commission)}, que se paga junto con el anticipo y no se descuenta del monto que el Cliente recibe.`,
      ],
    }
  return {
    heading: 'Intereses ordinarios',
    paragraphs: [
      `El crédito causa intereses ordinarios a una tasa anual fija de ${rateText(loan.interest_rate)}. Los intereses de cada mes se calculan sobre el saldo insoluto de capital multiplicado por la tasa anual y dividido entre doce, se pagan por periodos vencidos y no se exigen por adelantado. Los intereses no generan intereses. El total de intereses es de ${formatMoney(loan.total_debt - loan.amount)}.`,
    ],
  }
}

function costs(payload: ContractPayload): Article {
  const { loan, business_day } = payload
  const cat = loan.cat === null ? 'no aplica' : `es de ${formatCat(loan.cat)} sin IVA`
  return {
    heading: 'Costo Anual Total (CAT)',
    paragraphs: [
      `El CAT de esta operación ${cat}, calculado el ${formatDate(business_day)} conforme a las disposiciones del Banco de México, con los pagos que efectivamente se cobran. Se presenta para fines informativos y de comparación.`,
    ],
  }
}

function lateInterest({ loan }: ContractPayload): Article {
  const subject = productOf(loan.type).the
  return {
    heading: 'Sin intereses moratorios ni otras comisiones',
    paragraphs: [
      `La tasa de interés moratoria es de 0.00\u00A0%. Por ${subject} la Financiera no cobra comisiones por apertura, administración, pago anticipado, pago tardío ni gastos de cobranza${loan.type === 'advance' ? ', ni ninguna otra distinta de la comisión por disposición' : ''}.`,
    ],
  }
}

function taxes(payload: ContractPayload): Article {
  const { loan } = payload
  const charge = productOf(loan.type).charge.toLowerCase()
  const of = loan.type === 'credit' ? 'los intereses pactados ya incluyen' : 'la comisión pactada ya incluye'
  const included = `De acuerdo con la ley, ${of} el Impuesto al Valor Agregado a la tasa de ${formatRate(loan.tax_rate)}: de los ${formatMoney(chargeOf(payload))} por ${charge}, ${formatMoney(loan.tax)} corresponden al impuesto. El Cliente no paga cantidad adicional por este concepto.`
  const none =
    'Las cantidades pactadas son finales: el Cliente no paga impuestos ni cantidades adicionales a las que muestra la Tabla de pagos.'
  return { heading: 'Impuestos', paragraphs: [loan.tax_rate > 0 ? included : none] }
}

function payrollInstruction({ borrower, loan }: ContractPayload): Article {
  const what =
    loan.type === 'credit'
      ? 'de cada pago de su salario la parte proporcional de la mensualidad que corresponda según la Tabla de pagos'
      : `del pago de su salario correspondiente al ${formatLongDate(loan.payment_deadline)} la cantidad de ${formatMoney(loan.total_debt)}`
  return {
    heading: 'Instrucción de descuento de nómina',
    paragraphs: [
      `El Cliente instruye y autoriza por escrito a ${borrower.company_name} (la «Empresa») a descontar ${what}, y a entregarla a la Financiera por su cuenta y orden. La instrucción es voluntaria, se limita a las cantidades de este contrato y a lo que permite la Ley Federal del Trabajo, y subsiste mientras exista saldo por pagar.`,
      'El descuento se tiene por pago del Cliente en la fecha en que la Empresa lo entrega a la Financiera. La Financiera informará a la Empresa solo los datos necesarios para realizarlo.',
    ],
  }
}

const operative = (payload: ContractPayload): Article[] => [
  object(payload),
  delivery(payload),
  payload.loan.type === 'credit' ? creditPayments(payload) : advancePayment(payload),
  interest(payload),
  costs(payload),
  lateInterest(payload),
  taxes(payload),
  payrollInstruction(payload),
]

/** The clauses of this loan's contract, in order; a clause's number is its position. */
export function clausesOf(payload: ContractPayload): Article[] {
  return [...operative(payload), ...commonClauses(payload)]
}
