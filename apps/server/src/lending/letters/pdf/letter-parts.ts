import { businessDay } from '@quincena/domain/dates'
import { formatLongDate } from '@quincena/domain/format'
import { type Lender, uneOf } from '@quincena/domain/lender/schema'
import type { NoDebtPayload } from '@quincena/domain/letters/payloads'
import { Document, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { styles } from '../../../pdf/look.ts'
import { field, fieldRow, framedPage, section } from '../../../pdf/parts.ts'

/** What every letter has besides what it states. */
export interface Issued {
  folio: string
  issued_at: string
  lender: Lender
}

/** The day on which a letter was issued, `26 de noviembre de 2026`. */
export const issuedOn = ({ issued_at }: Issued) => formatLongDate(businessDay(issued_at), { withYear: true })

/** The worker of a letter, with what identifies them. */
export const workerFields = ({ name, curp, rfc }: NoDebtPayload['worker']) =>
  fieldRow(
    field('Cliente', name),
    field('CURP', curp || 'No registrada'),
    field('RFC', rfc || 'No registrado'),
  )

/** Where a client complains: the lender's UNE and the CONDUSEF. */
export function complaints({ lender }: Issued): ReactElement {
  const { address, phone, email, hours } = uneOf(lender)
  const where = [address, [phone, email].filter(Boolean).join(' · '), hours].filter(Boolean)
  return h(
    View,
    { wrap: false },
    section('Aclaraciones y reclamaciones'),
    fieldRow(
      field('Unidad Especializada de Atención a Usuarios (UNE)', where.join('\n') || 'En la aplicación', 2.3),
      field('CONDUSEF', '55 5340 0999 y 800 999 8080\nwww.condusef.gob.mx', 1.7),
    ),
  )
}

/** A letter's small print. */
export const smallPrint = (text: string) => h(Text, { style: { ...styles.label, marginTop: 14 } }, text)

/** The one-page document of a letter. The same input gives the same bytes; the seal is added afterwards. */
export function letterDocument(
  issued: Issued,
  { title, lead, parts }: { title: string; lead: string; parts: readonly (ReactElement | null)[] },
): ReactElement {
  const { folio, lender, issued_at } = issued
  const instant = new Date(issued_at)
  const frame = {
    head: [title, `Folio ${folio}`] as [string, string],
    foot: `${lender.name}   ·   Folio ${folio}`,
  }
  return h(
    Document,
    {
      ...{ title: `${title} ${folio}`, author: lender.name, subject: `Folio ${folio}`, language: 'es-MX' },
      ...{ creator: 'Quincena', producer: 'Quincena', creationDate: instant, modificationDate: instant },
    },
    framedPage(
      frame,
      h(Text, { style: styles.title }, title),
      h(Text, { style: styles.lead }, lead),
      ...parts,
    ),
  )
}
