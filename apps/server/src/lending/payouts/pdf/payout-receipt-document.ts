import { productOf } from '@quincena/domain/contracts/product'
import { formatDateTime, formatMoney } from '@quincena/domain/format'
import type { Lender } from '@quincena/domain/lender/schema'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { Cents } from '@quincena/domain/money'
import { Document, Link, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { ink, jade, styles } from '../../../pdf/look.ts'
import { amountBox, field, fieldRow, framedPage, section } from '../../../pdf/parts.ts'

/** The data of the receipt of a payout that arrived. Amounts in centavos, instants ISO 8601 in UTC. */
export interface PayoutReceipt {
  lender: Lender
  worker: string
  loan: { folio: string; type: LoanType }
  amount: Cents
  settled_at: string
  bank_name: string
  account_last4: string
  tracking_key: string
  /** Banxico's page with the CEP of this order; null while STP has not given it. */
  url_cep: string | null
}

declare module '../../../pdf/job.ts' {
  interface PdfDocuments {
    payout_receipt: PayoutReceipt
  }
}

const title = 'Comprobante de depósito'

/** Banxico's search of CEPs, which asks for the date, the tracking key, both banks, the account and the amount. */
const cepSearch = 'https://www.banxico.org.mx/cep/'

function headline({ worker, amount, loan, bank_name, account_last4 }: PayoutReceipt): ReactElement {
  const sentence = { fontSize: 9.5, color: ink, lineHeight: 1.4 }
  const text = `Llegó a la cuenta ····${account_last4} de ${bank_name}, por ${productOf(loan.type).the} ${loan.folio}.`
  return amountBox(`Depositamos a ${worker}`, formatMoney(amount), h(Text, { style: sentence }, text))
}

function facts({ lender, worker, loan, settled_at, ...payout }: PayoutReceipt): ReactElement {
  return h(
    View,
    null,
    section('Datos del depósito'),
    fieldRow(
      field('Llegó (Ciudad de México)', formatDateTime(settled_at)),
      field('Medio de pago', 'Transferencia SPEI'),
      field(loan.type === 'credit' ? 'Crédito' : 'Anticipo', loan.folio),
    ),
    fieldRow(
      field('Recibió', worker),
      field('Banco', payout.bank_name),
      field('Cuenta', `Terminada en ${payout.account_last4}`),
    ),
    fieldRow(field('Clave de rastreo', payout.tracking_key, 2), field('Banco que envía', 'STP')),
    fieldRow(
      field('Financiera', lender.name, 2),
      field(
        'Atención a usuarios',
        [lender.phone, lender.email].filter(Boolean).join('\n') || 'En la aplicación',
      ),
    ),
  )
}

/** Where Banxico shows its own proof of the transfer. */
function cep({ url_cep }: PayoutReceipt): ReactElement {
  const text =
    url_cep === null
      ? 'Búscalo en Banxico con la fecha, la clave de rastreo y los bancos de este comprobante: '
      : 'Es la prueba del Banco de México de que el dinero llegó. Ábrelo aquí: '
  const label = url_cep === null ? 'www.banxico.org.mx/cep' : 'Ver el CEP en Banxico'
  const style = { color: jade, fontWeight: 500, textDecoration: 'underline' } as const
  return h(
    View,
    { wrap: false },
    section('Comprobante electrónico de pago (CEP)'),
    h(Text, { style: styles.paragraph }, text, h(Link, { src: url_cep ?? cepSearch, style }, label)),
  )
}

/**
 * The one-page receipt of a payout: amount, account, day and time, tracking key, CEP, lender. The same input gives the
 * same bytes.
 */
export function payoutReceiptDocument(data: PayoutReceipt): ReactElement {
  const { lender, loan, settled_at } = data
  const instant = new Date(settled_at)
  const frame = {
    head: [title, `Folio ${loan.folio}`] as [string, string],
    foot: `${lender.name}   ·   Folio ${loan.folio}`,
  }
  return h(
    Document,
    {
      title: `${title} ${loan.folio}`,
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
      h(Text, { style: styles.lead }, `${loan.folio} · ${formatDateTime(settled_at)}`),
      headline(data),
      facts(data),
      cep(data),
      h(
        Text,
        { style: { ...styles.label, marginTop: 14 } },
        'Se emite sin costo y no sustituye a un comprobante fiscal (CFDI).',
      ),
    ),
  )
}
