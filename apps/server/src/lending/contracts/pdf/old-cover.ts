import {
  accountText,
  chargeOf,
  feesText,
  isTaxAdded,
  productOf,
  rateText,
  taxedRatesText,
} from '@quincena/domain/contracts/product'
import { firstDueDate, paymentsText, rhythmOf } from '@quincena/domain/contracts/rhythm'
import type { ContractPayload } from '@quincena/domain/contracts/schema'
import { formatCat, formatDate, formatLongDate, formatMoney, formatRate } from '@quincena/domain/format'
import { Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { figures, ink, jade, jadePale, line, quiet, styles } from '../../../pdf/look.ts'
import { field, fieldRow, section } from '../../../pdf/parts.ts'

const warnings = [
  'Contratar créditos que exceden tu capacidad de pago afecta tu historial crediticio.',
  'Incumplir tus obligaciones te puede generar comisiones e intereses moratorios. Este producto no los cobra.',
]

const capitalize = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

interface Figure {
  label: string
  value: string
  note: string
}

function figureBox({ label, value, note }: Figure, index: number): ReactElement {
  const first = index === 0
  const style = {
    flexGrow: 1,
    flexShrink: 1,
    flexBasis: 0,
    padding: 9,
    borderLeftWidth: first ? 0 : 0.75,
    borderLeftColor: line,
  }
  return h(
    View,
    { key: label, style },
    h(Text, { style: { ...styles.label, fontWeight: 700, color: ink } }, label),
    h(
      Text,
      { style: { ...figures, fontSize: 15.5, fontWeight: 700, lineHeight: 1.25, color: jade, marginTop: 3 } },
      value,
    ),
    h(Text, { style: { fontSize: 8, color: quiet, lineHeight: 1.25, marginTop: 2 } }, note),
  )
}

function keyFigures(payload: ContractPayload): ReactElement {
  const { loan, business_day } = payload
  const boxes: Figure[] = [
    {
      label: 'CAT (COSTO ANUAL TOTAL)',
      value: formatCat(loan.cat),
      note: `Sin IVA. Para fines informativos y de comparación. Calculado el ${formatDate(business_day)}`,
    },
    {
      label: 'TASA DE INTERÉS ANUAL',
      value: rateText(loan.interest_rate),
      note: 'Ordinaria fija. Moratoria: 0.00 % (no se cobra)',
    },
    { label: 'MONTO', value: formatMoney(loan.amount), note: 'Es la cantidad que recibes, sin descuentos' },
    {
      label: 'TOTAL A PAGAR',
      value: formatMoney(loan.total_debt),
      note: `Incluye ${costParts(payload)}`,
    },
  ]
  const style = {
    flexDirection: 'row',
    borderWidth: 1,
    borderColor: jade,
    borderRadius: 7,
    backgroundColor: '#FFFFFF',
  } as const
  return h(View, { style, wrap: false }, ...boxes.map(figureBox))
}

function paymentDay({ loan }: ContractPayload): string {
  const first = firstDueDate(loan)
  if (loan.type === 'advance') return formatLongDate(first, { withYear: true })
  const days = rhythmOf(loan).days(first)
  return `${capitalize(days)}, desde el ${formatDate(first)}`
}

/** Names the parts of the cost in pesos: `$1,001.61 de intereses y $160.26 de IVA`. */
function costParts(payload: ContractPayload): string {
  const { loan } = payload
  const charge = `${formatMoney(chargeOf(payload))} de ${productOf(loan.type).charge.toLowerCase()}`
  return isTaxAdded(loan) ? `${charge} y ${formatMoney(loan.tax)} de IVA` : charge
}

/** The cost in pesos, before any percentage: a worker compares pesos. */
function costInPesos(payload: ContractPayload): ReactElement {
  const { loan } = payload
  const cost = loan.total_debt - loan.amount
  const style = {
    backgroundColor: jadePale,
    borderRadius: 7,
    paddingVertical: 9,
    paddingHorizontal: 11,
    marginBottom: 8,
  }
  const title = { ...figures, fontSize: 15.5, fontWeight: 700, lineHeight: 1.25, color: jade } as const
  const amounts = `Recibes ${formatMoney(loan.amount)} y pagas ${formatMoney(loan.total_debt)} en total: ${costParts(payload)}.`
  return h(
    View,
    { style, wrap: false },
    h(Text, { style: title }, `${capitalize(productOf(loan.type).the)} te cuesta ${formatMoney(cost)}`),
    h(Text, { style: { fontSize: 9, lineHeight: 1.4, marginTop: 1 } }, amounts),
  )
}

function taxField(payload: ContractPayload): ReactElement[] {
  const { loan } = payload
  if (loan.tax_rate === 0) return []
  const rate = formatRate(loan.tax_rate)
  const price = loan.type === 'credit' ? 'los intereses' : 'la comisión'
  const prices = taxedPrices(payload)
  if (isTaxAdded(loan))
    return [
      fieldRow(field(`IVA (${rate})`, `${formatMoney(loan.tax)}, que se suman a los intereses`), prices),
    ]
  const charge = productOf(loan.type).charge.toLowerCase()
  const part = `${formatMoney(loan.tax)} de los ${formatMoney(chargeOf(payload))} por ${charge}`
  return [fieldRow(field(`IVA incluido en ${price} (${rate})`, part), prices)]
}

/** The annual rate of a credit, or the commission of an advance, without and with its VAT. */
function taxedPrices(payload: ContractPayload): ReactElement {
  const { loan } = payload
  if (loan.type === 'credit') return field('Tasa anual sin IVA y con IVA', taxedRatesText(loan))
  const charge = chargeOf(payload)
  return field('Comisión sin IVA y con IVA', `${formatMoney(charge - loan.tax)} y ${formatMoney(charge)}`)
}

function amountRows(payload: ContractPayload): ReactElement[] {
  const { loan } = payload
  return [
    fieldRow(
      field('Plazo', loan.period),
      field('Pagos', paymentsText(loan), 1.3),
      field('Fecha de pago', paymentDay(payload), 1.7),
    ),
    fieldRow(
      field('Forma de pago', 'Descuento de nómina'),
      field('Último pago', formatLongDate(loan.payment_deadline, { withYear: true }), 1.3),
      field('Cuenta de depósito', accountText(payload.receiving_account), 1.7),
    ),
    ...taxField(payload),
    fieldRow(field('Comisiones relevantes', feesText(payload))),
    fieldRow(
      field('Seguros', 'No se contratan seguros con esta operación.', 2.3),
      field('Estado de cuenta', 'Consulta gratuita en la aplicación.', 1.7),
    ),
  ]
}

function warningBox(): ReactElement {
  const style = { marginTop: 12, padding: 10, borderRadius: 6, backgroundColor: jadePale }
  return h(
    View,
    { style, wrap: false },
    h(Text, { style: { fontWeight: 700, fontSize: 9, marginBottom: 2 } }, 'Advertencias'),
    ...warnings.map((text) =>
      h(Text, { key: text, style: { fontSize: 8.5, lineHeight: 1.4 } }, `•  ${text}`),
    ),
  )
}

function help({ lender }: ContractPayload): ReactElement[] {
  return [
    section('Aclaraciones y reclamaciones'),
    fieldRow(
      field(
        'Unidad Especializada de Atención a Usuarios (UNE)',
        `${lender.address}\n${lender.phone} · ${lender.email}`,
        2.3,
      ),
      field('CONDUSEF', '55 5340 0999 y 800 999 8080\nwww.condusef.gob.mx', 1.7),
    ),
    fieldRow(
      field('Registro de Contratos de Adhesión (RECA)', lender.reca, 2.3),
      field('Institución', lender.name, 1.7),
    ),
  ]
}

/** The cover sheet: the cost in pesos, then the order that CONDUSEF's rules for SOFOM prescribe. */
export function coverSheet(payload: ContractPayload): ReactElement {
  const product = productOf(payload.loan.type)
  return h(
    View,
    null,
    h(Text, { style: styles.title }, 'Carátula'),
    h(Text, { style: styles.lead }, `${product.name}  ·  ${product.kind}`),
    costInPesos(payload),
    keyFigures(payload),
    h(View, { style: { marginTop: 8 } }, ...amountRows(payload)),
    warningBox(),
    ...help(payload),
  )
}
