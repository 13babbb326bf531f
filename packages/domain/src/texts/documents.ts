import { z } from 'zod'
import type { RequiredElement, TextCondition, TextField, TextPart } from './catalogue.ts'
import type { ContractTextName, PublicTextName, TextDocumentName } from './content.ts'
import { contractCatalogue } from './contract-catalogue.ts'
import { noticeSpec } from './notice-catalogue.ts'
import { NOTICE_TEXTS, type NoticeTextName } from './notice-names.ts'
import { NOTICE_TEXT_FIELD } from './notice-parts.ts'

interface TextDocument {
  /** Its name on screens and in approvals, in Spanish. */
  name: string
  fields: readonly TextField[]
  conditions: readonly TextCondition[]
  required: readonly RequiredElement[]
  /** True: each section is a question with a category, and may have words that only the search reads. */
  has_categories: boolean
  /** Where its sections stand, in the order of the paper; empty: the sections follow each other. */
  parts: readonly TextPart[]
}

const lenderFields: readonly TextField[] = [
  { name: 'trade_name', type: 'text', description: 'Nombre comercial de la aplicación', sample: 'Quincena' },
  {
    name: 'lender',
    type: 'text',
    description: 'Nombre de la financiera',
    sample: 'Financiera Ejemplo, S.A. de C.V., SOFOM, E.N.R.',
  },
  {
    name: 'address',
    type: 'text',
    description: 'Domicilio de la financiera',
    sample: 'Av. Ejemplo 100, Centro, 64000 Monterrey, Nuevo León',
  },
  { name: 'phone', type: 'text', description: 'Teléfono de atención', sample: '81 5555 0100' },
  { name: 'email', type: 'text', description: 'Correo de atención', sample: 'une@ejemplo.mx' },
  {
    name: 'reca',
    type: 'text',
    description: 'Número del contrato en el RECA de la CONDUSEF',
    sample: '1234-567-890123/01-00001-0125',
  },
]

const lenderConditions: readonly TextCondition[] = [
  { name: 'reca_registered', description: 'si el contrato ya tiene número en el RECA' },
  { name: 'reca_missing', description: 'si el contrato todavía no tiene número en el RECA' },
]

const lenderName: RequiredElement = { text: '{lender}', name: 'el nombre de la financiera' }
const lenderAddress: RequiredElement = { text: '{address}', name: 'el domicilio de la financiera' }

const ofLender = {
  ...{ fields: lenderFields, conditions: lenderConditions, has_categories: false, parts: [] },
} as const

/** The fields that a notice's text has beside its own. */
const ofEveryNotice: readonly TextField[] = [
  ...lenderFields.filter(({ name }) => ['trade_name', 'lender', 'phone'].includes(name)),
  {
    ...{ name: NOTICE_TEXT_FIELD, type: 'text', description: 'El texto del aviso; solo en el correo' },
    ...{ sample: 'El texto del aviso.', is_private: true },
  },
]

function noticeDocument(document: NoticeTextName): TextDocument {
  const { name, fields, conditions = [], required = [] } = noticeSpec(document)
  return {
    name,
    fields: [...fields, ...ofEveryNotice],
    conditions,
    required,
    has_categories: false,
    parts: [],
  }
}

/** Parsed, so that its type has an entry for each notice. */
const noticeDocuments = z
  .record(z.enum(NOTICE_TEXTS), z.custom<TextDocument>())
  .parse(Object.fromEntries(NOTICE_TEXTS.map((document) => [document, noticeDocument(document)])))

const legalDocuments: Record<PublicTextName | ContractTextName, TextDocument> = {
  terms: { ...ofLender, name: 'Términos y condiciones', required: [lenderName, lenderAddress] },
  privacy: {
    ...ofLender,
    name: 'Aviso de privacidad',
    // The privacy notice names who is responsible, where, and how to exercise the ARCO rights (LFPDPPP).
    required: [
      ...[lenderName, lenderAddress],
      { text: 'ARCO', name: 'cómo ejercer los derechos ARCO' },
      { text: '{email}', name: 'el correo para ejercerlos' },
    ],
  },
  advance_terms: { ...ofLender, name: 'Términos del anticipo de nómina', required: [lenderName] },
  faq: { ...ofLender, name: 'Preguntas frecuentes', required: [], has_categories: true },
  credit_contract: { ...contractCatalogue('credit'), name: 'Contrato de crédito', has_categories: false },
  advance_contract: { ...contractCatalogue('advance'), name: 'Contrato de anticipo', has_categories: false },
}

/** What each document is: its fields, conditions and required elements. */
export const textDocuments: Readonly<Record<TextDocumentName, TextDocument>> = {
  ...legalDocuments,
  ...noticeDocuments,
}
