import { productOf } from '@quincena/domain/contracts/product'
import { formatDateTime, formatLongDate, formatMoney } from '@quincena/domain/format'
import type { Lender } from '@quincena/domain/lender/schema'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { Cents } from '@quincena/domain/money'
import { CHANNEL_NAMES } from '@quincena/domain/payments/channels'
import { Document, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { figures, ink, jade, jadePale, line, quiet, styles } from '../../../pdf/look.ts'
import { amountBox, field, fieldRow, framedPage, section } from '../../../pdf/parts.ts'
import { type DividedPayment, divisionParts } from './division-parts.ts'

/** The data of a payment's receipt. Amounts in centavos, instants ISO 8601 in UTC. */
export interface Receipt {
  lender: Lender
  worker: string
  curp: string | null
  company_name: string | null
  registered_by: string
  payment: DividedPayment
  loan: { folio: string; type: LoanType; amount: Cents; total_debt: Cents }
}

declare module '../../../pdf/job.ts' {
  interface PdfDocuments {
    receipt: Receipt
  }
}

const alarm = '#B3261E'

function titleOf({ applied, discount }: DividedPayment): string {
  if (applied.settles)
    return discount > 0 ? 'Comprobante de liquidación anticipada' : 'Comprobante de liquidación'
  return applied.prepaid ? 'Comprobante de pago anticipado' : 'Comprobante de pago'
}

function leftText({ payment, loan }: Receipt): string {
  const { reversed_at, new_amount_due } = payment
  if (reversed_at !== null) return ' '
  if (new_amount_due === 0) return `Con este pago ${productOf(loan.type).the} ${loan.folio} queda liquidado.`
  return `Quedan por pagar ${formatMoney(new_amount_due)} de ${loan.folio}.`
}

function headline(receipt: Receipt): ReactElement {
  const { effect, amount_paid, applied, reversed_at } = receipt.payment
  const sentence = { fontSize: 9.5, color: ink, lineHeight: 1.4 }
  return amountBox(
    `Recibimos de ${receipt.worker}`,
    formatMoney(amount_paid),
    effect === null ? null : h(Text, { style: { ...sentence, fontWeight: 500 } }, effect),
    h(Text, { style: sentence }, leftText(receipt)),
    applied.prepaid && reversed_at === null
      ? h(
          Text,
          { style: sentence },
          'Tu nueva tabla de pagos está en la aplicación y en tu estado de cuenta.',
        )
      : null,
  )
}

interface AccountLine {
  label: string
  amount: string
  tone?: 'part' | 'total'
}

function accountLine({ label, amount, tone }: AccountLine): ReactElement {
  const isPart = tone === 'part'
  const row = {
    flexDirection: 'row',
    justifyContent: 'space-between',
    paddingVertical: isPart ? 2.5 : 6,
    paddingLeft: isPart ? 22 : 10,
    paddingRight: 10,
    borderTopWidth: isPart ? 0 : 0.5,
    borderTopColor: line,
    ...(tone === 'total' && { backgroundColor: jadePale }),
  } as const
  const text = {
    fontSize: isPart ? 9 : 10,
    color: isPart ? quiet : ink,
    fontWeight: tone === 'total' ? (700 as const) : (500 as const),
  }
  return h(
    View,
    { key: label, style: row },
    h(Text, { style: text }, label),
    h(Text, { style: { ...figures, ...text } }, amount),
  )
}

function account({ payment, loan }: Receipt): ReactElement {
  const { previous_amount_due, new_amount_due, amount_paid, discount } = payment
  const parts = divisionParts(payment, loan.type)
  const lines: AccountLine[] = [
    { label: 'Deuda antes del pago', amount: formatMoney(previous_amount_due) },
    { label: 'Este pago', amount: `−${formatMoney(amount_paid)}` },
    ...parts.map(({ label, amount }) => ({ label, amount: formatMoney(amount), tone: 'part' as const })),
    ...(discount > 0 ? [{ label: 'Intereses que te ahorras', amount: `−${formatMoney(discount)}` }] : []),
    { label: 'Deuda después del pago', amount: formatMoney(new_amount_due), tone: 'total' },
  ]
  const frame = { borderWidth: 0.75, borderColor: line, borderRadius: 6, overflow: 'hidden' } as const
  return h(
    View,
    { wrap: false },
    section('Aplicación del pago'),
    h(View, { style: frame }, ...lines.map(accountLine)),
  )
}

function paymentFacts({ payment, registered_by }: Receipt): ReactElement[] {
  const { value_date, channel, reference, created_at, number } = payment
  return [
    fieldRow(
      field('Fecha valor', formatLongDate(value_date, { withYear: true })),
      field('Medio de pago', CHANNEL_NAMES[channel]),
      field('Referencia', reference ?? 'Sin referencia'),
    ),
    fieldRow(
      field('Registrado (Ciudad de México)', formatDateTime(created_at)),
      field('Registró', registered_by),
      field('Número de pago', String(number)),
    ),
  ]
}

function facts(receipt: Receipt): ReactElement {
  const { loan, worker, curp, company_name, lender } = receipt
  return h(
    View,
    null,
    section('Datos del pago'),
    ...paymentFacts(receipt),
    fieldRow(
      field('Cliente', worker),
      field('CURP', curp || 'No registrada'),
      field('Empresa', company_name ?? 'Sin empresa'),
    ),
    fieldRow(
      field(loan.type === 'credit' ? 'Crédito' : 'Anticipo', loan.folio),
      field('Monto recibido', formatMoney(loan.amount)),
      field('Total del contrato', formatMoney(loan.total_debt)),
    ),
    fieldRow(
      field('Financiera', lender.name, 2),
      field(
        'Atención a usuarios',
        [lender.phone, lender.email].filter(Boolean).join('\n') || 'En la aplicación',
      ),
    ),
  )
}

/** A notice with a coloured bar on its left. */
function notice(color: string, title: string, text: string | null): ReactElement {
  const style = { borderLeftWidth: 3, borderLeftColor: color, paddingLeft: 9, marginTop: 10 }
  return h(
    View,
    { style },
    h(Text, { style: { fontWeight: 700, color } }, title),
    text === null ? null : h(Text, null, text),
  )
}

function reversal({ payment, loan }: Receipt): ReactElement | null {
  const { reversed_at, reversal_reason, owed_by_worker } = payment
  if (reversed_at === null) return null
  const effect = owed_by_worker
    ? `: ${productOf(loan.type).the} sigue liquidado y este importe se cobra aparte.`
    : ' y ya no cuenta.'
  const title = `Este pago se anuló el ${formatDateTime(reversed_at)}${effect}`
  return notice(alarm, title, reversal_reason === null ? null : `Motivo: ${reversal_reason}`)
}

/** Says which receipt this one replaces, because the correction of another payment changed the division of this one. */
function replacement({ payment }: Receipt): ReactElement | null {
  const { created_at, division_changed_at } = payment
  if (division_changed_at === null) return null
  const title = `Sustituye al emitido el ${formatDateTime(created_at)} y a cualquier otro anterior a este.`
  const text = `Se emite el ${formatDateTime(division_changed_at)}, porque al corregirse otro pago cambió la aplicación de este.`
  return notice(jade, title, text)
}

/** The stamp CANCELADO over the amount of a reversed payment. */
function stamp({ payment: { reversed_at } }: Receipt): ReactElement | null {
  if (reversed_at === null) return null
  const mark = {
    position: 'absolute',
    top: 158,
    right: 74,
    transform: 'rotate(-9deg)',
    borderWidth: 2.5,
    borderColor: alarm,
    borderRadius: 6,
    paddingTop: 8,
    paddingBottom: 4,
    paddingHorizontal: 12,
  } as const
  const word = { fontSize: 24, fontWeight: 700, color: alarm, letterSpacing: 2, lineHeight: 1.15 } as const
  return h(View, { style: mark }, h(Text, { style: word }, 'CANCELADO'))
}

/** When the receipt was issued as it is now. */
const issuedAt = ({ reversed_at, division_changed_at, created_at }: DividedPayment) =>
  reversed_at ?? division_changed_at ?? created_at

/**
 * The one-page receipt: amount, what it did, payer, loan, division, remaining debt. The same input gives the same bytes.
 */
export function receiptDocument(data: Receipt): ReactElement {
  const { payment, lender, loan } = data
  const { receipt, created_at } = payment
  const title = titleOf(payment)
  const instant = new Date(issuedAt(payment))
  const frame = {
    head: [title, `Folio ${receipt}`] as [string, string],
    foot: `${lender.name}   ·   Folio ${receipt}`,
  }
  return h(
    Document,
    {
      title: `${title} ${receipt}`,
      author: lender.name,
      subject: `Folio ${loan.folio}`,
      language: 'es-MX',
      creator: 'Quincena',
      producer: 'Quincena',
      creationDate: instant,
      modificationDate: instant,
    },
    framedPage(
      frame,
      h(Text, { style: styles.title }, title),
      h(Text, { style: styles.lead }, `${receipt} · ${formatDateTime(created_at)}`),
      headline(data),
      reversal(data),
      replacement(data),
      account(data),
      facts(data),
      h(
        Text,
        { style: { ...styles.label, marginTop: 14 } },
        'Se emite sin costo y no sustituye a un comprobante fiscal (CFDI).',
      ),
      stamp(data),
    ),
  )
}
