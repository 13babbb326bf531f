import { z } from 'zod'
import { NOTICE_TEXTS } from './notice-names.ts'

const UNKNOWN = 'No encontramos ese documento legal.'

/**
 * The documents that everybody reads at `GET /legal/{document}`. A contract is read filled, in its offer; texts of notices and
 * mails are for admins only.
 */
export const publicTextName = z.enum(['terms', 'privacy', 'advance_terms', 'faq'], UNKNOWN)
export type PublicTextName = z.infer<typeof publicTextName>

/** The documents whose text is data of the installation. A new one gets its entry in `textDocuments`. */
const contractNames = ['credit_contract', 'advance_contract'] as const
export const textDocumentName = z.enum(
  [...publicTextName.options, ...contractNames, ...NOTICE_TEXTS],
  UNKNOWN,
)
export type TextDocumentName = z.infer<typeof textDocumentName>

/** The texts of contracts, each registered with RECA apart. */
export const contractTextName = z.enum(contractNames)
export type ContractTextName = z.infer<typeof contractTextName>

/** How the value of a field is written: as it is, in pesos, as a long or short date, as a percentage. */
export const TEXT_FIELD_TYPES = ['text', 'money', 'day', 'short_day', 'rate'] as const
export type TextFieldType = (typeof TEXT_FIELD_TYPES)[number]

/** The documents in the order of the screens. */
export const TEXT_DOCUMENTS = textDocumentName.options

/** Most characters and parts of a text; `total` counts all characters of a document. */
export const TEXT_CONTENT_LIMITS = {
  version: 40,
  title: 120,
  heading: 200,
  category: 40,
  keywords: 400,
  paragraph: 4000,
  sections: 100,
  paragraphs: 60,
  total: 150_000,
  summary: 1000,
} as const

/** Plain text with `{field}` places. `when` names the condition under which it is part of the text. */
const textParagraph = z.object({ text: z.string(), when: z.string().optional() })
export type TextParagraph = z.infer<typeof textParagraph>

const sectionParts = {
  heading: z.string(),
  /** Where the section stands; only in documents with parts, whose catalogue names them. */
  part: z.string().optional(),
  /** The group of a question; only in documents with categories. */
  category: z.string().optional(),
  /** Everyday words that the search finds the question by. */
  keywords: z.string().optional(),
}

const textSection = z.object({ ...sectionParts, paragraphs: z.array(textParagraph) })
export type TextSection = z.infer<typeof textSection>

/** The text of a document before its fields are filled. `checkText` says what is wrong with it. */
export const textContent = z.object({ title: z.string(), sections: z.array(textSection) })
export type TextContent = z.infer<typeof textContent>

/** A section whose fields are filled and whose conditions are decided. */
const filledSection = z.object({
  ...sectionParts,
  paragraphs: z.array(z.string()),
  /** The label of each paragraph, in parts that print data under labels; null: a line without one. */
  labels: z.array(z.string().nullable()).optional(),
})
/** A text as it is read. */
export const filledText = z.object({ title: z.string(), sections: z.array(filledSection) })
export type FilledText = z.infer<typeof filledText>
