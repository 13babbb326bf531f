import type { RequiredElement, TextCondition, TextField, TextPart } from './catalogue.ts'
import type { TextDocumentName } from './content.ts'
import { contractCatalogue } from './contract-catalogue.ts'

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

/** What each document is: its fields, conditions and required elements. */
export const textDocuments: Record<TextDocumentName, TextDocument> = {
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
