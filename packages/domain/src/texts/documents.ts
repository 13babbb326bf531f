import type { Day } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { TextDocumentName } from './content.ts'

/** How the value of a field is written: as it is, in pesos, as a long date, as a percentage. */
export const TEXT_FIELD_TYPES = ['text', 'money', 'day', 'rate'] as const
export type TextFieldType = (typeof TEXT_FIELD_TYPES)[number]

/** Money is in centavos, a rate is a fraction: 0.18 is 18 %. */
export type TextValue = string | Cents | Day | number

/** A place in a text, `{name}`, that is filled with a value of the installation or the contract. */
interface TextField {
  name: string
  type: TextFieldType
  /** What it stands for, in Spanish. */
  description: string
  sample: TextValue
}

/** Says when a paragraph is part of the text. */
interface TextCondition {
  name: string
  /** Completes «Este párrafo se muestra …», in Spanish. */
  description: string
}

/** A text that a version must contain, also as a field, in a paragraph without a condition. */
interface RequiredElement {
  text: string
  /** What is missing without it, in Spanish. */
  name: string
}

interface TextDocument {
  /** Its name on screens and in approvals, in Spanish. */
  name: string
  fields: readonly TextField[]
  conditions: readonly TextCondition[]
  required: readonly RequiredElement[]
  /** True: each section is a question with a category, and may have words that only the search reads. */
  has_categories: boolean
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

const ofLender = { fields: lenderFields, conditions: lenderConditions, has_categories: false } as const

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
}
