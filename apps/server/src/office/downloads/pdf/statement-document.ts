import type { Lender } from '@quincena/domain/contracts/schema'
import { businessDay, type Day } from '@quincena/domain/dates'
import { formatCat, formatDate, formatDateTime, formatLongDate, formatMoney } from '@quincena/domain/format'
import type { LoanState, LoanType } from '@quincena/domain/loans/rules'
import type { Installment, ReceivingAccount } from '@quincena/domain/loans/schema'
import { type Cents, containedTax } from '@quincena/domain/money'
import { Document, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { accountText, productOf, rateText } from '../../../lending/contracts/texts/product.ts'
import { figures, ink, jade, jadePale, styles } from '../../../pdf/look.ts'
import { field, fieldRow, framedPage, section } from '../../../pdf/parts.ts'
import { type Column, table } from '../../../pdf/table.ts'

export interface StatementInstallment extends Omit<Installment, 'paid'> {
  status: 'paid' | 'pending' | 'overdue'
}

/** The data of a loan's statement. Amounts in centavos, instants ISO 8601 in UTC. */
export interface Statement {
  as_of: string
  lender: Lender
  worker: { name: string; curp: string | null }
  company_name: string | null
  folio: string
  type: LoanType
  state: LoanState
  amount: Cents
  total_debt: Cents
  interest_rate: number
  commission: Cents
  tax_rate: number
  cat: number | null
  /** `6 meses`, `5 días`. */
  period: string
  payment_deadline: Day | null
  next_payment_date: Day | null
  next_payment: Cents
  accepted_at: string | null
  sent_at: string | null
  receiving_account: ReceivingAccount | null
  /** The part of the finance charge that was earned so far, and the tax included in it. */
  earned: { charge: Cents; tax: Cents }
  /** Sums of the ledger entries. */
  sums: { principal: Cents; charge: Cents; paid: Cents; discount: Cents; balance: Cents }
  installments: StatementInstallment[]
  moves: { kind: string; created_at: string; change: Cents; balance: Cents }[]
}

declare module '../../../pdf/job.ts' {
  interface PdfDocuments {
    statement: Statement
  }
}

const statusNames = { paid: 'Pagado', pending: 'Por pagar', overdue: 'Vencido' } as const

const localDay = (instant: string | null) =>
  instant === null ? '—' : formatLongDate(businessDay(instant), { withYear: true })

const signed = (change: Cents) => (change < 0 ? `−${formatMoney(-change)}` : formatMoney(change))

/** Spanish name of a movement; movements of the charge use the product's name for it. */
function moveText(kind: string, type: LoanType): string {
  const charge = productOf(type).charge
  const names: Record<string, string> = {
    payout_principal: 'Dinero enviado a tu cuenta',
    payout_charge: `${charge} del plazo`,
    payout_principal_reversed: 'Envío devuelto por el banco',
    payout_charge_reversed: `${charge} que no se cobran: envío devuelto`,
    payment: 'Pago',
    payment_reversed: 'Pago revertido',
    payoff_discount: `${charge} no devengados que se descuentan`,
    payoff_discount_reversed: 'Descuento revertido',
    write_off: 'Quita',
  }
  return names[kind] ?? kind
}

function headlineText({ state, sums, next_payment, next_payment_date }: Statement): string {
  if (sums.balance === 0)
    return state === 'completed' ? 'Liquidado: no debes nada.' : 'No debes nada de este préstamo.'
  if (next_payment_date === null) return ' '
  const day = formatLongDate(next_payment_date, { withYear: true })
  return state === 'overdue'
    ? `Pago atrasado: ${formatMoney(next_payment)}, venció el ${day}.`
    : `Próximo pago: ${formatMoney(next_payment)} el ${day}.`
}

function headline(statement: Statement): ReactElement {
  const box = { backgroundColor: jadePale, borderRadius: 8, paddingVertical: 16, paddingHorizontal: 18 }
  const amount = { ...figures, fontSize: 30, fontWeight: 700, color: jade, lineHeight: 1.25 } as const
  return h(
    View,
    { style: box, wrap: false },
    h(Text, { style: styles.label }, `Saldo al ${formatDateTime(statement.as_of)}`),
    h(Text, { style: amount }, formatMoney(statement.sums.balance)),
    h(Text, { style: { fontSize: 9.5, color: ink } }, headlineText(statement)),
  )
}

function accountFields(statement: Statement): ReactElement {
  const { sums, earned, tax_rate, type } = statement
  const named = productOf(type).charge
  const tax = tax_rate > 0 ? ` (IVA incluido ${formatMoney(earned.tax)})` : ''
  return h(
    View,
    { wrap: false },
    section('Resumen de la cuenta'),
    fieldRow(
      field('Capital recibido', formatMoney(sums.principal)),
      field(`${named} del contrato`, formatMoney(sums.charge)),
      field('Total pagado', formatMoney(sums.paid)),
    ),
    fieldRow(
      field('Pagado a capital', formatMoney(sums.paid - earned.charge)),
      field(`Pagado de ${named.toLowerCase()}`, `${formatMoney(earned.charge)}${tax}`, 1.35),
      field('Descuentos', formatMoney(sums.discount), 0.65),
    ),
  )
}

function terms(statement: Statement): ReactElement {
  const { type, interest_rate, commission, cat, receiving_account } = statement
  const price =
    type === 'credit'
      ? field('Tasa de interés anual fija', rateText(interest_rate))
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
      field('Producto', productOf(type).name),
      field('Folio', statement.folio),
      field('Monto', formatMoney(statement.amount)),
    ),
    fieldRow(
      price,
      field('CAT sin IVA, informativo', formatCat(cat)),
      field('Total a pagar', formatMoney(statement.total_debt)),
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

function schedule({ installments, type, tax_rate }: Statement): ReactElement {
  const taxed = tax_rate > 0
  const columns: Column[] = [
    { title: 'Pago', flex: 0.5 },
    { title: 'Fecha', flex: 1.1 },
    { title: 'Capital', flex: 1.3 },
    { title: productOf(type).charge, flex: 1.2 },
    ...(taxed ? [{ title: 'IVA incluido', flex: 1.2 }] : []),
    { title: 'Total del pago', flex: 1.4 },
    { title: 'Saldo de capital', flex: 1.4 },
    { title: 'Estado', flex: 1 },
  ]
  const rows = installments.map((row) => [
    String(row.number),
    formatDate(row.due_date),
    formatMoney(row.principal),
    formatMoney(row.interest),
    ...(taxed ? [formatMoney(containedTax(row.interest, tax_rate))] : []),
    formatMoney(row.payment),
    formatMoney(row.balance),
    statusNames[row.status],
  ])
  return h(View, null, section('Calendario de pagos'), table({ columns, rows }))
}

function movements({ moves, type, sums }: Statement): ReactElement {
  const columns: Column[] = [
    { title: 'Fecha y hora', flex: 1.3 },
    { title: 'Movimiento', flex: 2.6 },
    { title: 'Monto', flex: 1.2 },
    { title: 'Saldo', flex: 1.2 },
  ]
  const rows = moves.map(({ kind, created_at, change, balance }) => [
    formatDateTime(created_at),
    moveText(kind, type),
    signed(change),
    formatMoney(balance),
  ])
  const total = ['', 'Saldo', '', formatMoney(sums.balance)]
  return h(View, null, section('Movimientos'), table({ columns, rows, total }))
}

function help({ lender }: Statement): ReactElement {
  const where = [lender.address, [lender.phone, lender.email].filter(Boolean).join(' · ')].filter(Boolean)
  return h(
    View,
    { wrap: false },
    section('Aclaraciones y reclamaciones'),
    fieldRow(field('Financiera', lender.name, 2.3), field('RECA', lender.reca || 'No registrado', 1.7)),
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

/** The statement: terms, debt, schedule, every movement, and where to complain. The same input gives the same bytes. */
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
      h(Text, { style: styles.lead }, `${productOf(statement.type).name} · ${folio}`),
      headline(statement),
      accountFields(statement),
      terms(statement),
      schedule(statement),
      movements(statement),
      help(statement),
    ),
  )
}
