import { productOf } from '@quincena/domain/contracts/product'
import type { ContractPayload } from '@quincena/domain/contracts/schema'
import { formatLongDate } from '@quincena/domain/format'
import { Document, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { line, styles } from '../../../pdf/look.ts'
import { field, fieldRow, framedPage, paragraph, section } from '../../../pdf/parts.ts'
import type { Article } from '../texts/article.ts'
import { clausesOf } from '../texts/clauses.ts'
import { declarationsOf } from '../texts/declarations.ts'
import { coverSheet } from './old-cover.ts'
import { paymentTable } from './old-schedule.ts'

function parties({ borrower, lender, loan }: ContractPayload): ReactElement {
  const { contract } = productOf(loan.type)
  return h(
    View,
    { wrap: false },
    section('Las partes'),
    paragraph(
      `${contract} que celebran ${lender.name} (la «Financiera») y la persona que se identifica a continuación (el «Cliente»).`,
    ),
    fieldRow(
      field('Cliente', borrower.full_name, 1.4),
      field('CURP', borrower.curp || 'No registrada'),
      field('RFC', borrower.rfc || 'No registrado'),
    ),
    fieldRow(
      field('Domicilio', borrower.address || 'No registrado', 1.4),
      field('Correo electrónico', borrower.email),
      field('Teléfono', borrower.phone),
    ),
    fieldRow(
      field('Empresa en la que trabaja', borrower.company_name, 1.4),
      field('Financiera', lender.name, 2),
    ),
  )
}

function declarations(payload: ContractPayload): ReactElement {
  const groups = declarationsOf(payload).map(({ heading, points }, index) =>
    h(
      View,
      { key: heading, style: { marginBottom: 3 }, wrap: false },
      index === 0 ? section('Declaraciones') : null,
      h(Text, { style: { ...styles.strong, marginBottom: 2 } }, heading),
      ...points.map((point, position) => paragraph(`${'abc'[position]})  ${point}`)),
    ),
  )
  return h(View, null, ...groups)
}

/** A clause: its heading stays with its first paragraph, and no paragraph is split. */
function clause({ heading, paragraphs: [first = '', ...others] }: Article, index: number): ReactElement {
  const opening = h(
    View,
    { wrap: false },
    index === 0 ? section('Cláusulas') : null,
    h(Text, { style: { ...styles.strong, marginBottom: 1.5 } }, `${index + 1}.  ${heading}`),
    paragraph(first),
  )
  const rest = others.map((text) => h(View, { key: text, wrap: false }, paragraph(text)))
  return h(View, { key: heading, style: { marginBottom: 4 } }, opening, ...rest)
}

function clauses(payload: ContractPayload): ReactElement {
  return h(View, null, ...clausesOf(payload).map(clause))
}

function signatureBox(role: string, name: string, how: string): ReactElement {
  const style = {
    flexGrow: 1,
    flexShrink: 1,
    flexBasis: 0,
    padding: 12,
    borderWidth: 0.75,
    borderColor: line,
    borderRadius: 6,
  }
  return h(
    View,
    { style },
    h(Text, { style: styles.label }, role),
    h(Text, { style: { ...styles.value, marginTop: 2, marginBottom: 4 } }, name),
    h(Text, { style: styles.label }, how),
  )
}

function closing({ borrower, lender, business_day }: ContractPayload): ReactElement {
  const day = formatLongDate(business_day, { withYear: true })
  return h(
    View,
    { wrap: false },
    section('Firma'),
    paragraph(
      `Documento emitido el ${day} para su lectura. El contrato surte efectos en la fecha y hora de la firma del Cliente, que constan en la hoja de evidencia.`,
    ),
    h(
      View,
      { style: { flexDirection: 'row', gap: 12, marginTop: 4 } },
      signatureBox(
        'El Cliente',
        borrower.full_name,
        'Firma en pantalla, en la hoja de evidencia que se agrega al firmar',
      ),
      signatureBox('La Financiera', lender.name, 'Sello electrónico del archivo (PAdES)'),
    ),
  )
}

interface PrintedContract {
  payload: ContractPayload
  payload_sha256: string
}

/** The contract of one day, from its payload and the payload's SHA-256. The same input gives the same bytes. */
export function oldContractDocument({ payload, payload_sha256 }: PrintedContract): ReactElement {
  const { loan, lender, business_day } = payload
  const { contract } = productOf(loan.type)
  const day = new Date(`${business_day}T12:00:00Z`)
  const frame = {
    head: [contract, `Folio ${loan.folio}`] as [string, string],
    foot: `RECA ${lender.reca}   ·   Folio ${loan.folio}   ·   Datos ${payload_sha256.slice(0, 16)}`,
  }
  return h(
    Document,
    {
      title: `${contract} ${loan.folio}`,
      author: lender.name,
      subject: `Folio ${loan.folio}, datos ${payload_sha256}`,
      language: 'es-MX',
      creator: 'Quincena',
      producer: 'Quincena',
      creationDate: day,
      modificationDate: day,
    },
    framedPage(
      frame,
      h(View, { break: false }, coverSheet(payload)),
      h(View, { break: true }, paymentTable(payload)),
      parties(payload),
      declarations(payload),
      clauses(payload),
      closing(payload),
    ),
  )
}
