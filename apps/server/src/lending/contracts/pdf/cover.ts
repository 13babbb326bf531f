import type { ContractPayload } from '@quincena/domain/contracts/schema'
import { formatCat, formatDate, formatLongDate, formatMoney, formatRate } from '@quincena/domain/format'
import { Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { figures, ink, jade, jadePale, line, quiet, styles } from '../../../pdf/look.ts'
import { field, fieldRow, section } from '../../../pdf/parts.ts'
import { accountText, chargeOf, feesText, productOf, rateText } from '../texts/product.ts'

const warnings = [
  'Contratar créditos que exceden tu capacidad de pago afecta tu historial crediticio.',
  'Incumplir tus obligaciones te puede generar comisiones e intereses moratorios. Este producto no los cobra.',
]

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
  const charge = productOf(loan.type).charge.toLowerCase()
  const boxes: Figure[] = [
    {
      label: 'CAT',
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
      note: `Incluye ${formatMoney(chargeOf(payload))} de ${charge}`,
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
  const first = loan.schedule[0]?.due_date ?? loan.payment_deadline
  if (loan.type === 'advance') return formatLongDate(first, { withYear: true })
  return `Día ${Number(first.slice(8))} de cada mes, desde el ${formatDate(first)}`
}

function amountRows(payload: ContractPayload): ReactElement[] {
  const { loan } = payload
  const { charge } = productOf(loan.type)
  const payment =
    loan.type === 'credit'
      ? `${loan.installments} mensualidades de ${formatMoney(loan.monthly_payment ?? 0)}`
      : `1 pago de ${formatMoney(loan.total_debt)}`
  const tax =
    loan.tax_rate > 0
      ? [
          fieldRow(
            field(
              `IVA incluido en ${loan.type === 'credit' ? 'los intereses' : 'la comisión'} (${formatRate(loan.tax_rate)})`,
              `${formatMoney(loan.tax)} de los ${formatMoney(chargeOf(payload))} por ${charge.toLowerCase()}`,
            ),
          ),
        ]
      : []
  return [
    fieldRow(
      field('Plazo', loan.period),
      field('Pagos', payment, 1.3),
      field('Fecha de pago', paymentDay(payload), 1.7),
    ),
    fieldRow(
      field('Forma de pago', 'Descuento de nómina'),
      field('Último pago', formatLongDate(loan.payment_deadline, { withYear: true }), 1.3),
      field('Cuenta de depósito', accountText(payload.receiving_account), 1.7),
    ),
    ...tax,
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

/** The cover sheet, in the order that CONDUSEF's rules for SOFOM prescribe. */
export function coverSheet(payload: ContractPayload): ReactElement {
  const product = productOf(payload.loan.type)
  return h(
    View,
    null,
    h(Text, { style: styles.title }, 'Carátula'),
    h(Text, { style: styles.lead }, `${product.name}  ·  ${product.kind}`),
    keyFigures(payload),
    h(View, { style: { marginTop: 8 } }, ...amountRows(payload)),
    warningBox(),
    ...help(payload),
  )
}
