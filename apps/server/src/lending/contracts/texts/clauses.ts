import { accountText, chargeOf, isTaxAdded, productOf, rateText } from '@quincena/domain/contracts/product'
import { firstDueDate, frequencyOf, paymentsText, rhythmOf } from '@quincena/domain/contracts/rhythm'
import type { ContractPayload } from '@quincena/domain/contracts/schema'
import { formatCat, formatDate, formatLongDate, formatMoney, formatRate } from '@quincena/domain/format'
import { deductionParts } from '@quincena/domain/loans/deduction'
import type { Article } from './article.ts'
import { commonClauses } from './common-clauses.ts'

/** Version of the clauses; any change of their text needs a new version. A stored PDF keeps the text of its version. */
export const CONTRACT_TEXT_VERSION = '2.2'

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
      'Si la institución receptora rechaza o devuelve la transferencia no habrá cantidad exigible: las partes corregirán los datos de la cuenta, las fechas de pago contarán a partir del día en que el dinero se envíe de nuevo, y la Financiera enviará al Cliente la nueva Tabla de pagos. Si no es posible enviarlo, la operación se cancela sin costo para el Cliente.',
    ],
  }
}

function creditPayments({ loan }: ContractPayload): Article {
  const first = firstDueDate(loan)
  const clipped = frequencyOf(loan) === 'monthly' ? ' (o el último del mes, cuando no exista ese día)' : ''
  const parts = isTaxAdded(loan) ? 'capital, intereses y el IVA de estos' : 'capital e intereses'
  return {
    heading: 'Plazo y pagos',
    paragraphs: [
      `El plazo es de ${loan.period}. El Cliente pagará ${paymentsText(loan)}, que comprenden ${parts}, ${rhythmOf(loan).days(first)}${clipped}, a partir del ${formatLongDate(first, { withYear: true })} y hasta el ${formatLongDate(loan.payment_deadline, { withYear: true })}, conforme a la Tabla de pagos. El último pago liquida lo que quede.`,
      `El total a pagar es de ${formatMoney(loan.total_debt)}. Si la fecha de pago es inhábil, el pago puede hacerse el siguiente día hábil bancario sin cargo adicional.`,
    ],
  }
}

function advancePayment({ loan }: ContractPayload): Article {
  return {
    heading: 'Plazo y pago',
    paragraphs: [
      `El plazo es de ${loan.period}, del día de la firma a la siguiente fecha de pago del sueldo. El Cliente pagará ${formatMoney(loan.total_debt)} el ${formatLongDate(loan.payment_deadline, { withYear: true })}. Si la fecha es inhábil, el pago puede hacerse el siguiente día hábil bancario sin cargo adicional.`,
    ],
  }
}

function interest(payload: ContractPayload): Article {
  const { loan } = payload
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
      `El crédito causa intereses ordinarios a una tasa anual fija de ${rateText(loan.interest_rate)}; la tasa de un periodo es la anual dividida entre ${rhythmOf(loan).periods}. Los intereses se devengan por día sobre el saldo insoluto de capital de la Tabla de pagos vigente: el que subsiste solo parte de un periodo causa saldo × tasa del periodo × días transcurridos ÷ días del periodo. La suma del periodo se redondea al centavo una sola vez, y en cada fecha de pago es igual a los intereses de la Tabla de pagos. Los días del primer periodo se cuentan desde aquel en que se envía el dinero.`,
      `Los intereses se pagan por periodos vencidos y no se exigen por adelantado. No generan intereses, y el atraso no los aumenta. El total de intereses es de ${formatMoney(chargeOf(payload))}; el costo del crédito nunca es mayor que el de este contrato.`,
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

function taxText(payload: ContractPayload): string {
  const { loan } = payload
  const { tax_rate, tax, type } = loan
  if (tax_rate === 0)
    return 'Las cantidades pactadas son finales: el Cliente no paga impuestos ni cantidades adicionales a las que muestra la Tabla de pagos.'
  if (isTaxAdded(loan))
    return `A los intereses pactados se suma el Impuesto al Valor Agregado a la tasa de ${formatRate(tax_rate)}, que la Tabla de pagos muestra por separado: ${formatMoney(tax)} en total. El impuesto se calcula sobre los intereses de cada pago y se paga con ellos. Si un pago anticipado o la liquidación reducen los intereses, reducen también su impuesto. El Cliente no paga otra cantidad por este concepto.`
  const charge = productOf(type).charge.toLowerCase()
  const included = type === 'credit' ? 'los intereses pactados ya incluyen' : 'la comisión pactada ya incluye'
  return `De acuerdo con la ley, ${included} el Impuesto al Valor Agregado a la tasa de ${formatRate(tax_rate)}: de los ${formatMoney(chargeOf(payload))} por ${charge}, ${formatMoney(tax)} corresponden al impuesto. El comprobante de cada pago separa el que corresponde. El Cliente no paga cantidad adicional por este concepto.`
}

const taxes = (payload: ContractPayload): Article => ({
  heading: 'Impuestos',
  paragraphs: [taxText(payload)],
})

/** On which pay dates an installment is deducted, and how much on each. */
function deductionText({ loan }: ContractPayload): string {
  if (loan.type === 'advance') return ''
  const { one } = rhythmOf(loan)
  const payment = loan.monthly_payment ?? loan.total_debt
  const parts = deductionParts(payment, { type: loan.type, frequency: frequencyOf(loan) })
  if (parts.length === 1) return ` Cada ${one} se descuenta completa de un solo pago de salario.`
  const [first = payment, second = 0] = parts
  return ` Cada ${one} se descuenta en dos pagos de salario seguidos, a partir del primero posterior al envío del dinero: en uno la mitad, redondeada al centavo, y en el siguiente lo que reste. De una ${one} de ${formatMoney(payment)} son ${formatMoney(first)} y ${formatMoney(second)}.`
}

function payrollInstruction(payload: ContractPayload): Article {
  const { borrower, loan } = payload
  const what =
    loan.type === 'credit'
      ? `de cada pago de su salario la parte que corresponda de las ${rhythmOf(loan).many} de la Tabla de pagos vigente`
      : `del pago de su salario correspondiente al ${formatLongDate(loan.payment_deadline)} la cantidad de ${formatMoney(loan.total_debt)}`
  return {
    heading: 'Instrucción de descuento de nómina',
    paragraphs: [
      `El Cliente instruye y autoriza por escrito a ${borrower.company_name} (la «Empresa») a descontar ${what}, y a entregarla a la Financiera por su cuenta y orden.${deductionText(payload)} La instrucción es voluntaria, se limita a las cantidades de este contrato y a lo que permite la Ley Federal del Trabajo, y subsiste mientras exista saldo por pagar.`,
      'El descuento se tiene por pago del Cliente en el día de pago del sueldo del que se descontó, aunque la Empresa lo entregue después a la Financiera. La Financiera informará a la Empresa solo los datos necesarios para realizarlo.',
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
