import type { ContractPayload } from '@quincena/domain/contracts/schema'
import { contractTextNameOf, contractValues } from '@quincena/domain/contracts/values'
import type { TextContent } from '@quincena/domain/texts/content'
import { fillText } from '@quincena/domain/texts/fill'
import { Document, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { framedPage } from '../../../pdf/parts.ts'
import { contractBody } from './contract-body.ts'
import { coverSheet } from './cover.ts'
import { paymentTable } from './schedule.ts'

/** The data of one contract, its hash, and the text that it was made from. */
interface PrintedContract {
  payload: ContractPayload
  payload_sha256: string
  text: TextContent
}

declare module '../../../pdf/job.ts' {
  interface PdfDocuments {
    contract: PrintedContract
    /** A text that is not in force, with the data of a sample. */
    contract_preview: PrintedContract
  }
}

/** The contract of one day. The same input gives the same bytes. */
export function contractDocument({ payload, payload_sha256, text }: PrintedContract): ReactElement {
  const { loan, lender, business_day } = payload
  const values = contractValues(payload)
  const { title, sections } = fillText(contractTextNameOf(loan.type), text, values)
  const day = new Date(`${business_day}T12:00:00Z`)
  const frame = {
    head: [title, `Folio ${loan.folio}`] as [string, string],
    foot: `RECA ${values.values.reca}   ·   Folio ${loan.folio}   ·   Datos ${payload_sha256.slice(0, 16)}`,
  }
  return h(
    Document,
    {
      title: `${title} ${loan.folio}`,
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
      h(View, { break: false }, coverSheet(sections)),
      h(
        View,
        { break: true },
        paymentTable(
          payload,
          sections.filter(({ part }) => part === 'table'),
        ),
      ),
      ...contractBody(sections),
    ),
  )
}
