import { productOf } from '@quincena/domain/contracts/product'
import { formatDate, formatDateTime, formatLongDate, formatMoney } from '@quincena/domain/format'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { Cents } from '@quincena/domain/money'
import { CHANNEL_NAMES } from '@quincena/domain/payments/channels'
import { Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import type { DividedPayment } from '../../../lending/payments/pdf/division-parts.ts'
import { quiet, styles } from '../../../pdf/look.ts'
import { section } from '../../../pdf/parts.ts'
import { type Column, table } from '../../../pdf/table.ts'
import type { Statement } from './statement.ts'

const statusNames = { paid: 'Pagado', pending: 'Por pagar', overdue: 'Vencido' } as const

const signed = (change: Cents) => (change < 0 ? `−${formatMoney(-change)}` : formatMoney(change))

const note = (text: string) =>
  h(Text, { key: text, style: { ...styles.label, color: quiet, marginTop: 5 } }, text)

/** The schedule in force, with the state of each installment. */
export function scheduleTable({ installments, type, tax_added, schedule_version }: Statement): ReactElement {
  const columns: Column[] = [
    { title: 'Pago', flex: 0.5 },
    { title: 'Fecha', flex: 1.1 },
    { title: 'Capital', flex: 1.3 },
    { title: productOf(type).charge, flex: 1.2 },
    ...(tax_added ? [{ title: 'IVA', flex: 1.1 }] : []),
    { title: 'Total del pago', flex: 1.4 },
    { title: 'Saldo de capital', flex: 1.4 },
    { title: 'Estado', flex: 1 },
  ]
  const rows = installments.map((row) => [
    String(row.number),
    formatDate(row.due_date),
    formatMoney(row.principal),
    formatMoney(row.interest),
    ...(tax_added ? [formatMoney(row.tax ?? 0)] : []),
    formatMoney(row.payment),
    formatMoney(row.balance),
    statusNames[row.status],
  ])
  const { version, from } = schedule_version
  const since = `Versión ${version}, vigente desde el ${formatLongDate(from, { withYear: true })} por un pago anticipado. Sustituye a la tabla del contrato.`
  return h(
    View,
    null,
    section('Calendario de pagos vigente'),
    table({ columns, rows }),
    version > 1 ? note(since) : null,
  )
}

type Paid = Pick<Statement, 'type' | 'tax_rate' | 'payments'>

/** The columns of amounts in the table of payments, and what they add up to. */
function paymentColumns({ type, tax_rate, payments }: Paid) {
  const { charge } = productOf(type)
  const all = [
    { title: 'Capital', shown: true, amountOf: ({ applied }: DividedPayment) => applied.principal },
    { title: charge, shown: true, amountOf: ({ applied }: DividedPayment) => applied.interest },
    { title: 'IVA', shown: tax_rate > 0, amountOf: ({ applied }: DividedPayment) => applied.tax },
    {
      ...{ title: 'A cuenta', shown: type === 'credit' },
      amountOf: ({ applied }: DividedPayment) => applied.on_account ?? 0,
    },
    {
      ...{ title: 'Sobrante', shown: payments.some(({ remainder }) => remainder > 0) },
      amountOf: ({ remainder }: DividedPayment) => remainder,
    },
    { title: 'Pago', shown: true, amountOf: ({ amount_paid }: DividedPayment) => amount_paid },
    {
      ...{ title: 'Ahorro', shown: type === 'credit' },
      amountOf: ({ discount }: DividedPayment) => discount,
    },
  ]
  return all.filter(({ shown }) => shown)
}

function paymentNotes({ type, tax_rate }: Paid): string[] {
  const charge = type === 'credit' ? 'Los intereses se muestran' : 'La comisión se muestra'
  return [
    ...(tax_rate > 0 ? [`${charge} sin IVA.`] : []),
    ...(type === 'credit'
      ? ['Lo pagado a cuenta se aplica a intereses y capital en la fecha del pago al que corresponde.']
      : []),
  ]
}

/** Shares of the narrow columns, whose amounts are small. */
const amountFlex: Record<string, number> = { Intereses: 0.95, IVA: 0.8, Ahorro: 0.95 }

/** Every payment as its receipt divides it; reversed ones count for nothing. */
export function paymentTable(statement: Paid): ReactElement | null {
  const { payments } = statement
  if (payments.length === 0) return null
  const amounts = paymentColumns(statement)
  const columns: Column[] = [
    { title: 'Fecha valor', flex: 1.15 },
    { title: 'Comprobante', flex: 1.9 },
    ...amounts.map(({ title }) => ({ title, flex: amountFlex[title] ?? 1.1 })),
  ]
  const rows = payments.map((payment) => {
    const { value_date, receipt, channel, reversed_at } = payment
    const how = reversed_at === null ? CHANNEL_NAMES[channel] : 'Anulado'
    const cells = amounts.map(({ amountOf }) => (reversed_at === null ? formatMoney(amountOf(payment)) : '—'))
    return [formatDate(value_date), `${receipt}\n${how}`, ...cells]
  })
  const counted = payments.filter(({ reversed_at }) => reversed_at === null)
  const sums = amounts.map(({ amountOf }) =>
    formatMoney(counted.reduce((sum, payment) => sum + amountOf(payment), 0)),
  )
  return h(
    View,
    null,
    section('Pagos y su aplicación'),
    table({ columns, rows, total: ['', 'Total', ...sums] }),
    ...paymentNotes(statement).map(note),
  )
}

/** Spanish names of the movements of the debt; those of the charge use the product's name for it. */
export function movementNames(type: LoanType): Readonly<Record<string, string>> {
  const charge = productOf(type).charge
  return {
    payout_principal: 'Dinero enviado a tu cuenta',
    payout_charge: `${charge} del plazo`,
    payout_tax: 'IVA de los intereses del plazo',
    payout_principal_reversed: 'Envío devuelto por el banco',
    payout_charge_reversed: `${charge} que no se cobran: envío devuelto`,
    payout_tax_reversed: 'IVA que no se cobra: envío devuelto',
    opening_principal: 'Capital, del sistema anterior',
    opening_charge: `${charge} del plazo, del sistema anterior`,
    opening_tax: 'IVA de los intereses del plazo, del sistema anterior',
    opening_principal_reversed: 'Capital del sistema anterior, corregido',
    opening_charge_reversed: `${charge} del sistema anterior, corregidos`,
    opening_tax_reversed: 'IVA del sistema anterior, corregido',
    payment: 'Pago',
    payment_reversed: 'Pago anulado',
    remainder: 'Sobrante a tu favor',
    remainder_reversed: 'Sobrante anulado',
    owed_by_worker: 'Pago anulado que se cobra aparte',
    owed_by_worker_reversed: 'Pago anulado que ya no se cobra aparte',
    discount: 'Intereses que te ahorras',
    discount_reversed: 'Ahorro corregido',
    tax_discount: 'IVA de los intereses que te ahorras',
    tax_discount_reversed: 'IVA del ahorro corregido',
    payoff_discount: `${charge} no devengados que se descuentan`,
    payoff_discount_reversed: 'Descuento anulado',
    write_off: 'Quita',
    write_off_reversed: 'Quita revertida',
  }
}

/** Movements of the debt with the balance after each, and the balance after all of them. */
export function movementTable({
  moves,
  type,
  sums,
}: Pick<Statement, 'moves' | 'type'> & { sums: Pick<Statement['sums'], 'balance'> }): ReactElement {
  const columns: Column[] = [
    { title: 'Fecha y hora', flex: 1.3 },
    { title: 'Movimiento', flex: 2.6 },
    { title: 'Monto', flex: 1.2 },
    { title: 'Saldo', flex: 1.2 },
  ]
  const names = movementNames(type)
  const rows = moves.map(({ kind, created_at, change, balance }) => [
    formatDateTime(created_at),
    names[kind] ?? kind,
    signed(change),
    formatMoney(balance),
  ])
  const total = ['', 'Saldo', '', formatMoney(sums.balance)]
  return h(View, null, section('Movimientos'), table({ columns, rows, total }))
}
