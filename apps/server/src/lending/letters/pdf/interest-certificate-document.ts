import { formatLongDate, formatMoney } from '@quincena/domain/format'
import type { ChargeOfLoan, InterestPayload } from '@quincena/domain/letters/payloads'
import type { LoanType } from '@quincena/domain/loans/rules'
import { Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { ink } from '../../../pdf/look.ts'
import { amountBox, field, fieldRow, section } from '../../../pdf/parts.ts'
import { table } from '../../../pdf/table.ts'
import {
  complaints,
  type Issued,
  issuedOn,
  letterDocument,
  smallPrint,
  workerFields,
} from './letter-parts.ts'

/** The data of a certificate of interest paid. Amounts in centavos, instants ISO 8601 in UTC. */
type InterestCertificate = InterestPayload & Issued

declare module '../../../pdf/job.ts' {
  interface PdfDocuments {
    interest_certificate: InterestCertificate
  }
}

const title = 'Constancia de intereses pagados'

const sumOf = (loans: readonly ChargeOfLoan[], part: 'charge_cents' | 'tax_cents') =>
  loans.reduce((sum, loan) => sum + loan[part], 0)

const longDay = (day: string) => formatLongDate(day, { withYear: true })

const periodText = ({ from, to }: InterestCertificate) => `Del ${longDay(from)} al ${longDay(to)}`

/** What loans of one type paid: interest of credits, commissions of advances; null if there are none. */
function chargeTable(
  { loans }: InterestCertificate,
  { type, heading, charge }: { type: LoanType; heading: string; charge: string },
): ReactElement | null {
  const own = loans.filter((loan) => loan.type === type)
  if (own.length === 0) return null
  const columns = [
    { title: 'Folio', flex: 1.4 },
    { title: `${charge}, sin IVA`, flex: 1.2 },
    { title: 'IVA', flex: 1 },
    { title: 'Total', flex: 1.2 },
  ]
  const cells = (net: number, tax: number) => [formatMoney(net), formatMoney(tax), formatMoney(net + tax)]
  const rows = own.map(({ folio, charge_cents, tax_cents }) => [folio, ...cells(charge_cents, tax_cents)])
  const total = ['Total', ...cells(sumOf(own, 'charge_cents'), sumOf(own, 'tax_cents'))]
  return h(View, null, section(heading), table({ columns, rows, total }))
}

function headline(certificate: InterestCertificate): ReactElement {
  const { loans, is_whole, to, year } = certificate
  const credits = loans.filter(({ type }) => type === 'credit')
  const sentence = { fontSize: 9.5, color: ink, lineHeight: 1.4 }
  const partly = `Constancia parcial: el año ${year} no ha terminado y cuenta hasta el ${longDay(to)}.`
  return amountBox(
    `Intereses pagados en ${year}, sin IVA`,
    formatMoney(sumOf(credits, 'charge_cents')),
    h(
      Text,
      { style: sentence },
      `${periodText(certificate)}. IVA: ${formatMoney(sumOf(credits, 'tax_cents'))}.`,
    ),
    is_whole ? null : h(Text, { style: { ...sentence, fontWeight: 700 } }, partly),
  )
}

/** The certificate of the interest and commissions that a worker paid in a calendar year, loan by loan. */
export function interestCertificateDocument(certificate: InterestCertificate): ReactElement {
  const { worker, lender, year, is_whole, folio } = certificate
  return letterDocument(certificate, {
    title,
    lead: `${folio} · Año ${year}${is_whole ? '' : ', parcial'} · ${issuedOn(certificate)}`,
    parts: [
      headline(certificate),
      section('Datos del cliente'),
      workerFields(worker),
      fieldRow(field('Financiera', lender.name, 2), field('Fecha de esta constancia', issuedOn(certificate))),
      chargeTable(certificate, {
        ...{ type: 'credit', heading: 'Intereses de créditos', charge: 'Intereses pagados' },
      }),
      chargeTable(certificate, {
        ...{ type: 'advance', heading: 'Comisiones de anticipos', charge: 'Comisión pagada' },
      }),
      complaints(certificate),
      smallPrint(
        'Cuenta lo pagado por fecha valor; lo pagado a cuenta de un pago futuro cuenta en la fecha de ese pago. Lleva el sello electrónico de la financiera, que cubre todo el archivo. Es informativa: no sustituye a un comprobante fiscal (CFDI) ni indica si los intereses son deducibles.',
      ),
    ],
  })
}
