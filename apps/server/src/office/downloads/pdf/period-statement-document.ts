import { productName, productOf, rateText } from '@quincena/domain/contracts/product'
import { startOfDay } from '@quincena/domain/dates'
import { formatCat, formatLongDate, formatMoney } from '@quincena/domain/format'
import { Document, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { ink, styles } from '../../../pdf/look.ts'
import { amountBox, field, fieldRow, framedPage, section } from '../../../pdf/parts.ts'
import type { PeriodStatement } from './period-statement.ts'
import { help, paidCharges } from './statement-document.ts'
import { movementTable, paymentTable } from './statement-tables.ts'

declare module '../../../pdf/job.ts' {
  interface PdfDocuments {
    period_statement: PeriodStatement
  }
}

const title = 'Estado de cuenta'

const longDay = (day: string) => formatLongDate(day, { withYear: true })

/** What is overdue first, then the next payment with its day, then the payoff, all at the end of the period. */
function owedTexts({ sums, to, to_pay, overdue, payoff }: PeriodStatement): string[] {
  if (sums.closing === 0) return ['No debes nada de este préstamo.']
  if (to_pay === null) return []
  const when = to_pay.by < to ? `venció el ${longDay(to_pay.by)}` : `a más tardar el ${longDay(to_pay.by)}`
  return [
    ...(overdue > 0 ? [`Vencido: ${formatMoney(overdue)}.`] : []),
    `Por pagar: ${formatMoney(to_pay.amount)}, ${when}.`,
    `Ese día se liquidaba con ${formatMoney(payoff)}.`,
  ]
}

function headline(statement: PeriodStatement): ReactElement {
  const lines = owedTexts(statement).map((text) =>
    h(Text, { key: text, style: { fontSize: 9.5, color: ink } }, text),
  )
  return amountBox(`Saldo al ${longDay(statement.to)}`, formatMoney(statement.sums.closing), ...lines)
}

/** Opening balance, charges with interest and VAT apart, what lowered the debt, closing balance. */
function summary({ sums, type, tax_added }: PeriodStatement): ReactElement {
  const { charge } = productOf(type)
  const money = (label: string, amount: number) => field(label, formatMoney(amount))
  const others = [
    { label: 'Sobrante a tu favor', amount: sums.remainder },
    { label: 'Pago anulado que se cobra aparte', amount: sums.paid_apart },
    { label: 'Quita', amount: sums.written_off },
  ].filter(({ amount }) => amount !== 0)
  return h(
    View,
    { wrap: false },
    section('Resumen del periodo'),
    fieldRow(
      money('Saldo inicial', sums.opening),
      money('Dinero recibido', sums.principal),
      money(`${charge} del contrato${tax_added ? ', sin IVA' : ''}`, sums.charge - sums.charge_tax),
      money('IVA cargado', sums.charge_tax),
    ),
    fieldRow(
      money('Pagos', sums.paid),
      money(`Ahorro de intereses${tax_added ? ', sin IVA' : ''}`, sums.discount - sums.discount_tax),
      money('IVA del ahorro', sums.discount_tax),
      money('Saldo final', sums.closing),
    ),
    ...(others.length > 0 ? [fieldRow(...others.map(({ label, amount }) => money(label, amount)))] : []),
  )
}

const accruedNames = { credit: 'Intereses devengados', advance: 'Comisión devengada' } as const

function charges({ type, accrued, collected }: PeriodStatement): ReactElement {
  const { charge } = productOf(type)
  return h(
    View,
    { wrap: false },
    section(`${charge} del periodo`),
    fieldRow(
      field(`${accruedNames[type]}, sin IVA`, formatMoney(accrued)),
      field(`${paidCharges[type]}, sin IVA`, formatMoney(collected.interest)),
      field('IVA pagado', formatMoney(collected.tax)),
    ),
  )
}

function terms(statement: PeriodStatement): ReactElement {
  const { type, interest_rate, commission, cat, tax_added, worker, company_name, folio } = statement
  const rate = tax_added ? 'Tasa de interés anual fija, más IVA' : 'Tasa de interés anual fija'
  const price =
    type === 'credit'
      ? field(rate, rateText(interest_rate))
      : field('Comisión por disposición', formatMoney(commission))
  return h(
    View,
    { wrap: false },
    section('Datos del contrato'),
    fieldRow(
      field('Cliente', worker.name),
      field('CURP', worker.curp || 'No registrada'),
      field('Empresa', company_name ?? 'Sin empresa'),
    ),
    fieldRow(
      field('Producto', productName(type, statement.lender)),
      field('Folio', folio),
      field('Monto', formatMoney(statement.amount)),
    ),
    fieldRow(
      price,
      field('CAT sin IVA, informativo', formatCat(cat)),
      field('Total a pagar del contrato', formatMoney(statement.total_debt)),
    ),
  )
}

function movements(statement: PeriodStatement): ReactElement {
  const { moves, type, sums } = statement
  if (moves.length > 0) return movementTable({ moves, type, sums: { balance: sums.closing } })
  return h(
    View,
    null,
    section('Movimientos'),
    h(Text, { style: styles.paragraph }, 'No hubo movimientos en este periodo.'),
  )
}

/** The statement of a period: balances, charges, payments with their division, movements. The same input gives the same bytes. */
export function periodStatementDocument(statement: PeriodStatement): ReactElement {
  const { folio, lender, from, to, type } = statement
  const days = `Del ${longDay(from)} al ${longDay(to)}`
  const instant = new Date(startOfDay(to))
  const frame = { head: [title, `Folio ${folio}`] as [string, string], foot: `${lender.name}   ·   ${folio}` }
  return h(
    Document,
    {
      ...{ title: `${title} ${folio}`, author: lender.name, subject: `Folio ${folio}`, language: 'es-MX' },
      ...{ creator: 'Quincena', producer: 'Quincena', creationDate: instant, modificationDate: instant },
    },
    framedPage(
      frame,
      h(Text, { style: styles.title }, title),
      h(Text, { style: styles.lead }, `${productName(type, lender)} · ${folio} · ${days}`),
      headline(statement),
      summary(statement),
      charges(statement),
      terms(statement),
      paymentTable(statement),
      movements(statement),
      help(statement),
    ),
  )
}
