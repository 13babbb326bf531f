import { productName, productOf } from '@quincena/domain/contracts/product'
import { formatLongDate, formatMoney } from '@quincena/domain/format'
import { recaOf } from '@quincena/domain/lender/schema'
import type { NoDebtPayload } from '@quincena/domain/letters/payloads'
import { Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { ink, styles } from '../../../pdf/look.ts'
import { amountBox, field, fieldRow, paragraph, section } from '../../../pdf/parts.ts'
import {
  complaints,
  type Issued,
  issuedOn,
  letterDocument,
  smallPrint,
  workerFields,
} from './letter-parts.ts'

/** The data of a no-debt letter. Amounts in centavos, instants ISO 8601 in UTC. */
type NoDebtLetter = NoDebtPayload & Issued

declare module '../../../pdf/job.ts' {
  interface PdfDocuments {
    no_debt_letter: NoDebtLetter
  }
}

const title = 'Constancia de no adeudo'

const longDay = (day: string) => formatLongDate(day, { withYear: true })

function statement(letter: NoDebtLetter): ReactElement {
  const { lender, worker, loan, settled_on } = letter
  const { the } = productOf(loan.type)
  return h(
    View,
    { style: { ...styles.paragraph, marginTop: 10 } },
    paragraph(
      `${lender.name} hace constar que ${worker.name} liquidó por completo ${the} con folio ${loan.folio} el ${longDay(settled_on)}. A la fecha de esta constancia no tiene adeudo alguno por ese concepto: ni capital, ni intereses, ni comisiones, ni impuestos.`,
    ),
    paragraph('Se emite sin costo, para los fines que convengan al cliente.'),
  )
}

function amounts({ loan, charge_cents, tax_cents, total_paid_cents }: NoDebtLetter): ReactElement {
  const { charge } = productOf(loan.type)
  const paid = loan.type === 'credit' ? 'pagados' : 'pagada'
  return fieldRow(
    field('Monto recibido', formatMoney(loan.amount_cents)),
    field(`${charge} ${paid}${tax_cents > 0 ? ', sin IVA' : ''}`, formatMoney(charge_cents)),
    field('IVA pagado', formatMoney(tax_cents)),
    field('Total pagado', formatMoney(total_paid_cents)),
  )
}

function facts(letter: NoDebtLetter): ReactElement {
  const { worker, company_name, loan, settled_on, lender } = letter
  return h(
    View,
    null,
    section('Datos del préstamo'),
    workerFields(worker),
    fieldRow(
      field('Producto', productName(loan.type, lender)),
      field('Folio del préstamo', loan.folio),
      field('Empresa', company_name ?? 'Sin empresa'),
    ),
    fieldRow(
      field('Firma del contrato', loan.accepted_on === null ? '—' : longDay(loan.accepted_on)),
      field('Día de la liquidación', longDay(settled_on)),
      field('Fecha de esta constancia', issuedOn(letter)),
    ),
    amounts(letter),
    fieldRow(
      field('Financiera', lender.name, 2),
      field('RECA', recaOf(lender, loan.type) || 'No registrado'),
    ),
  )
}

/** The one-page no-debt letter: who owes nothing, of which loan, what was paid and when. */
export function noDebtLetterDocument(letter: NoDebtLetter): ReactElement {
  const sentence = { fontSize: 9.5, color: ink, lineHeight: 1.4 }
  const { loan } = letter
  const box = amountBox(
    `Saldo ${productOf(loan.type).of} ${loan.folio}`,
    formatMoney(0),
    h(Text, { style: sentence }, `Liquidado el ${longDay(letter.settled_on)}.`),
  )
  return letterDocument(letter, {
    title,
    lead: `${letter.folio} · ${issuedOn(letter)}`,
    parts: [
      box,
      statement(letter),
      facts(letter),
      complaints(letter),
      smallPrint(
        'Lleva el sello electrónico de la financiera, que cubre todo el archivo. Si después se anula un pago de este préstamo, esta constancia queda sin efecto. No sustituye a un comprobante fiscal (CFDI).',
      ),
    ],
  })
}
