import { accountText, productName, productOf, rateText } from '@quincena/domain/contracts/product'
import { businessDay } from '@quincena/domain/dates'
import { formatCat, formatDateTime, formatLongDate, formatMoney } from '@quincena/domain/format'
import { recaOf, uneOf } from '@quincena/domain/lender/schema'
import { Document, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { figures, ink, jade, jadePale, styles } from '../../../pdf/look.ts'
import { field, fieldRow, framedPage, section } from '../../../pdf/parts.ts'
import type { Statement } from './statement.ts'
import { movementTable, paymentTable, scheduleTable } from './statement-tables.ts'

declare module '../../../pdf/job.ts' {
  interface PdfDocuments {
    statement: Statement
  }
}

const localDay = (instant: string | null) =>
  instant === null ? '—' : formatLongDate(businessDay(instant), { withYear: true })

/** What is overdue first, then the amount to pay with its day, then the payoff of today. */
function headlineTexts({ state, sums, to_pay, overdue, payoff, as_of }: Statement): string[] {
  if (sums.balance === 0)
    return [state === 'completed' ? 'Liquidado: no debes nada.' : 'No debes nada de este préstamo.']
  if (to_pay === null) return []
  const { by, amount } = to_pay
  const day = formatLongDate(by, { withYear: true })
  const when = by < businessDay(as_of) ? `venció el ${day}` : `a más tardar el ${day}`
  return [
    ...(overdue > 0 ? [`Vencido: ${formatMoney(overdue)}.`] : []),
    `Por pagar: ${formatMoney(amount)}, ${when}.`,
    `Hoy se liquida con ${formatMoney(payoff)}.`,
  ]
}

function headline(statement: Statement): ReactElement {
  const box = { backgroundColor: jadePale, borderRadius: 8, paddingVertical: 16, paddingHorizontal: 18 }
  const amount = { ...figures, fontSize: 30, fontWeight: 700, color: jade, lineHeight: 1.25 } as const
  return h(
    View,
    { style: box, wrap: false },
    h(Text, { style: styles.label }, `Saldo al ${formatDateTime(statement.as_of)}`),
    h(Text, { style: amount }, formatMoney(statement.sums.balance)),
    ...headlineTexts(statement).map((text) =>
      h(Text, { key: text, style: { fontSize: 9.5, color: ink } }, text),
    ),
  )
}

/** What a product's paid charge is called. */
export const paidCharges = { credit: 'Intereses pagados', advance: 'Comisión pagada' } as const

function accountFields({ sums, collected, tax_added, type }: Statement): ReactElement {
  const named = productOf(type).charge
  const { principal, interest, tax, waiting } = collected
  const charge = tax_added ? `${named} del contrato, con IVA` : `${named} del contrato`
  const others = [
    { label: 'A cuenta del siguiente pago', amount: waiting },
    { label: 'Sobrante a tu favor', amount: sums.remainder },
    { label: 'Pago anulado que se cobra aparte', amount: sums.paid_apart },
  ].filter(({ amount }) => amount > 0)
  return h(
    View,
    { wrap: false },
    section('Resumen de la cuenta'),
    fieldRow(
      field('Capital recibido', formatMoney(sums.principal)),
      field(charge, formatMoney(sums.charge)),
      field('Total pagado', formatMoney(sums.paid)),
      ...(type === 'credit' ? [field('Ahorro de intereses', formatMoney(sums.discount))] : []),
    ),
    fieldRow(
      field('Pagado a capital', formatMoney(principal)),
      field(tax > 0 ? `${paidCharges[type]}, sin IVA` : paidCharges[type], formatMoney(interest)),
      field('IVA pagado', formatMoney(tax)),
      field('Saldo', formatMoney(sums.balance)),
    ),
    ...(others.length > 0
      ? [fieldRow(...others.map(({ label, amount }) => field(label, formatMoney(amount))))]
      : []),
  )
}

function terms(statement: Statement): ReactElement {
  const { type, interest_rate, commission, cat, receiving_account, tax_added } = statement
  const rate = tax_added ? 'Tasa de interés anual fija, más IVA' : 'Tasa de interés anual fija'
  const price =
    type === 'credit'
      ? field(rate, rateText(interest_rate))
      : field('Comisión por disposición', formatMoney(commission))
  const deadline = statement.payment_deadline
  return h(
    View,
    null,
    section('Datos del contrato'),
    fieldRow(
      field('Cliente', statement.worker.name),
      field('CURP', statement.worker.curp || 'No registrada'),
      field('Empresa', statement.company_name ?? 'Sin empresa'),
    ),
    fieldRow(
      field('Producto', productName(type, statement.lender)),
      field('Folio', statement.folio),
      field('Monto', formatMoney(statement.amount)),
    ),
    fieldRow(
      field('Costo total', formatMoney(statement.total_debt - statement.amount)),
      field('Total a pagar', formatMoney(statement.total_debt)),
      price,
      field('CAT sin IVA, informativo', formatCat(cat)),
    ),
    fieldRow(
      field('Plazo', statement.period),
      field('Firma', localDay(statement.accepted_at)),
      field('Último pago', deadline === null ? '—' : formatLongDate(deadline, { withYear: true })),
    ),
    fieldRow(
      field('Envío del dinero', localDay(statement.sent_at)),
      field('Cuenta de depósito', receiving_account === null ? '—' : accountText(receiving_account), 2),
    ),
  )
}

/** Where to complain, and what the document is not. */
export function help({ lender, type }: Pick<Statement, 'lender' | 'type'>): ReactElement {
  const { address, phone, email, hours } = uneOf(lender)
  const where = [address, [phone, email].filter(Boolean).join(' · '), hours].filter(Boolean)
  const reca = recaOf(lender, type) || 'No registrado'
  return h(
    View,
    { wrap: false },
    section('Aclaraciones y reclamaciones'),
    fieldRow(field('Financiera', lender.name, 2.3), field('RECA', reca, 1.7)),
    fieldRow(
      field('Unidad Especializada de Atención a Usuarios (UNE)', where.join('\n') || 'En la aplicación', 2.3),
      field('CONDUSEF', '55 5340 0999 y 800 999 8080\nwww.condusef.gob.mx', 1.7),
    ),
    h(
      Text,
      { style: { ...styles.label, marginTop: 10 } },
      'Se emite sin costo y no sustituye a un comprobante fiscal (CFDI). El CAT es el costo anual total de financiamiento expresado en términos porcentuales anuales; se muestra para fines informativos y de comparación.',
    ),
  )
}

/** The statement: debt, terms, schedule in force, payments, every movement, and where to complain. The same input gives the same bytes. */
export function statementDocument(statement: Statement): ReactElement {
  const { folio, lender, as_of } = statement
  const title = 'Estado de cuenta'
  const instant = new Date(as_of)
  const frame = { head: [title, `Folio ${folio}`] as [string, string], foot: `${lender.name}   ·   ${folio}` }
  return h(
    Document,
    {
      title: `${title} ${folio}`,
      author: lender.name,
      subject: `Folio ${folio}`,
      language: 'es-MX',
      creator: 'Quincena',
      producer: 'Quincena',
      creationDate: instant,
      modificationDate: instant,
    },
    framedPage(
      frame,
      h(Text, { style: styles.title }, title),
      h(Text, { style: styles.lead }, `${productName(statement.type, statement.lender)} · ${folio}`),
      headline(statement),
      accountFields(statement),
      terms(statement),
      scheduleTable(statement),
      paymentTable(statement),
      movementTable(statement),
      help(statement),
    ),
  )
}
