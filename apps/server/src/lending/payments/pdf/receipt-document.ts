import type { Lender } from '@quincena/domain/contracts/schema'
import { formatDateTime, formatMoney } from '@quincena/domain/format'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { Cents } from '@quincena/domain/money'
import { Document, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { figures, ink, jade, jadePale, line, quiet, styles } from '../../../pdf/look.ts'
import { field, fieldRow, framedPage, section } from '../../../pdf/parts.ts'
import { productOf } from '../../contracts/texts/product.ts'

/** The data of a payment's receipt. Amounts in centavos, instants ISO 8601 in UTC. */
export interface Receipt {
  /** `R-000045`. */
  receipt: string
  lender: Lender
  worker: string
  curp: string | null
  company_name: string | null
  folio: string
  type: LoanType
  loan_amount: Cents
  total_debt: Cents
  number: number
  installments: number
  amount_paid: Cents
  principal: Cents
  charge: Cents
  /** VAT included in `charge`. */
  tax: Cents
  /** Interest that an early settlement gives back. */
  discount: Cents
  previous_amount_due: Cents
  new_amount_due: Cents
  created_at: string
  registered_by: string
  reversed_at: string | null
  reversal_reason: string | null
}

declare module '../../../pdf/job.ts' {
  interface PdfDocuments {
    receipt: Receipt
  }
}

const alarm = '#B3261E'

const isPayoff = ({ discount }: Receipt) => discount > 0
const titleOf = (receipt: Receipt) =>
  isPayoff(receipt) ? 'Comprobante de liquidación anticipada' : 'Comprobante de pago'

function headline(receipt: Receipt): ReactElement {
  const { amount_paid, new_amount_due, worker, folio, type } = receipt
  const box = {
    backgroundColor: jadePale,
    borderRadius: 8,
    paddingVertical: 16,
    paddingHorizontal: 18,
    marginBottom: 4,
  }
  const settled = `Con este pago ${productOf(type).the} ${folio} queda liquidado.`
  const left = new_amount_due === 0 ? settled : `Quedan por pagar ${formatMoney(new_amount_due)} de ${folio}.`
  return h(
    View,
    { style: box, wrap: false },
    h(Text, { style: styles.label }, `Recibimos de ${worker}`),
    h(
      Text,
      { style: { ...figures, fontSize: 30, fontWeight: 700, color: jade, lineHeight: 1.25 } },
      formatMoney(amount_paid),
    ),
    h(Text, { style: { fontSize: 9.5, color: ink } }, receipt.reversed_at === null ? left : ' '),
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

function account(receipt: Receipt): ReactElement {
  const { previous_amount_due, new_amount_due, amount_paid, principal, charge, tax, discount, type } = receipt
  const named = productOf(type).charge
  const lines: AccountLine[] = [
    { label: 'Deuda antes del pago', amount: formatMoney(previous_amount_due) },
    { label: 'Este pago', amount: `−${formatMoney(amount_paid)}` },
    { label: 'Capital', amount: formatMoney(principal), tone: 'part' },
    { label: named, amount: formatMoney(charge), tone: 'part' },
    ...(tax > 0
      ? [
          {
            label: `IVA contenido en ${named.toLowerCase()}`,
            amount: formatMoney(tax),
            tone: 'part' as const,
          },
        ]
      : []),
    ...(discount > 0
      ? [{ label: 'Intereses no devengados que se descuentan', amount: `−${formatMoney(discount)}` }]
      : []),
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

function facts(receipt: Receipt): ReactElement {
  const { type, folio, worker, curp, company_name, lender } = receipt
  const { number, installments, loan_amount, total_debt } = receipt
  return h(
    View,
    null,
    section('Datos del pago'),
    fieldRow(
      field('Fecha y hora (Ciudad de México)', formatDateTime(receipt.created_at)),
      field('Pago', isPayoff(receipt) ? 'Liquidación anticipada' : `${number} de ${installments}`),
      field('Registró', receipt.registered_by),
    ),
    fieldRow(
      field('Cliente', worker),
      field('CURP', curp || 'No registrada'),
      field('Empresa', company_name ?? 'Sin empresa'),
    ),
    fieldRow(
      field(type === 'credit' ? 'Crédito' : 'Anticipo', folio),
      field('Monto recibido', formatMoney(loan_amount)),
      field('Total del contrato', formatMoney(total_debt)),
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

function reversal({ reversed_at, reversal_reason }: Receipt): ReactElement | null {
  if (reversed_at === null) return null
  const style = { borderLeftWidth: 3, borderLeftColor: alarm, paddingLeft: 9, marginTop: 10 }
  const notice = `Este pago se revirtió el ${formatDateTime(reversed_at)} y ya no cuenta.`
  return h(
    View,
    { style },
    h(Text, { style: { fontWeight: 700, color: alarm } }, notice),
    reversal_reason === null ? null : h(Text, null, `Motivo: ${reversal_reason}`),
  )
}

/** The stamp REVERTIDO over the amount of a reversed payment. */
function stamp({ reversed_at }: Receipt): ReactElement | null {
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
  return h(View, { style: mark }, h(Text, { style: word }, 'REVERTIDO'))
}

/**
 * The one-page receipt: amount, payer, loan, division into principal and charge, remaining debt. The same input gives
 * the same bytes.
 */
export function receiptDocument(receipt: Receipt): ReactElement {
  const title = titleOf(receipt)
  const instant = new Date(receipt.reversed_at ?? receipt.created_at)
  const frame = {
    head: [title, `Folio ${receipt.receipt}`] as [string, string],
    foot: `${receipt.lender.name}   ·   Folio ${receipt.receipt}`,
  }
  return h(
    Document,
    {
      title: `${title} ${receipt.receipt}`,
      author: receipt.lender.name,
      subject: `Folio ${receipt.folio}`,
      language: 'es-MX',
      creator: 'Quincena',
      producer: 'Quincena',
      creationDate: instant,
      modificationDate: instant,
    },
    framedPage(
      frame,
      h(Text, { style: styles.title }, title),
      h(Text, { style: styles.lead }, `${receipt.receipt} · ${formatDateTime(receipt.created_at)}`),
      headline(receipt),
      reversal(receipt),
      account(receipt),
      facts(receipt),
      h(
        Text,
        { style: { ...styles.label, marginTop: 14 } },
        'Se emite sin costo y no sustituye a un comprobante fiscal (CFDI).',
      ),
      stamp(receipt),
    ),
  )
}
