import { formatLongDate, formatMoney, formatRate } from '../format.ts'
import type { FilledText, TextContent, TextDocumentName } from './content.ts'
import { type TextFieldType, type TextValue, textDocuments } from './documents.ts'

/** What fills the fields of a text, and the names of the conditions that hold. */
export interface TextValues {
  /** By the name of the field. A value that is missing, null or empty reads «por publicar». */
  values: Readonly<Record<string, TextValue | null | undefined>>
  conditions: readonly string[]
}

/** What stands in a text for a value that is not known yet. */
const MISSING = 'por publicar'

/** Writes the value of a field as the text shows it: money in pesos, a day in words, a rate as a percentage. */
export function formatTextValue(type: TextFieldType, value: TextValue): string {
  if (typeof value === 'string') return type === 'day' ? formatLongDate(value, { withYear: true }) : value
  if (type === 'money') return formatMoney(value)
  return type === 'rate' ? formatRate(value) : String(value)
}

const FIELD = /\{(\w+)\}/g

/**
 * Fills the fields of a document's text and leaves out the paragraphs whose condition does not hold; a section without
 * paragraphs disappears. A field that the document does not have reads «por publicar», which `checkText` refuses.
 */
export function fillText(
  document: TextDocumentName,
  { title, sections }: TextContent,
  { values, conditions }: TextValues,
): FilledText {
  const types = new Map(textDocuments[document].fields.map(({ name, type }) => [name, type]))
  const fill = (text: string) =>
    text.replace(FIELD, (_, name: string) => {
      const [type, value] = [types.get(name), values[name]]
      if (type === undefined || value === undefined || value === null || value === '') return MISSING
      return formatTextValue(type, value)
    })
  const filled = sections.map(({ heading, category, keywords, paragraphs }) => ({
    heading: fill(heading),
    ...(category !== undefined && { category }),
    ...(keywords !== undefined && { keywords }),
    paragraphs: paragraphs
      .filter(({ when }) => when === undefined || conditions.includes(when))
      .map(({ text }) => fill(text)),
  }))
  return { title: fill(title), sections: filled.filter(({ paragraphs }) => paragraphs.length > 0) }
}

/** The samples of a document's fields, and the conditions that hold for them. */
export function sampleValues(document: TextDocumentName): TextValues {
  const { fields } = textDocuments[document]
  return {
    values: Object.fromEntries(fields.map(({ name, sample }) => [name, sample])),
    conditions: ['reca_registered'],
  }
}

/** The text with its parts in a fixed order and nothing else: equal texts give equal JSON. */
export function canonicalText({ title, sections }: TextContent): TextContent {
  return {
    title,
    sections: sections.map(({ heading, category, keywords, paragraphs }) => ({
      heading,
      ...(category !== undefined && { category }),
      ...(keywords !== undefined && { keywords }),
      paragraphs: paragraphs.map(({ text, when }) => ({ text, ...(when !== undefined && { when }) })),
    })),
  }
}
