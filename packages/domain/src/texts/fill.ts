import { usualContract } from '../contracts/samples.ts'
import { contractValues } from '../contracts/values.ts'
import { formatDate, formatLongDate, formatMoney, formatRate } from '../format.ts'
import type { TextValue, TextValues } from './catalogue.ts'
import {
  contractTextName,
  type FilledText,
  type TextContent,
  type TextDocumentName,
  type TextFieldType,
} from './content.ts'
import { textDocuments } from './documents.ts'

/** What stands in a text for a value that is not known yet. */
const MISSING = 'por publicar'

/** Writes the value of a field as the text shows it: money in pesos, a day in words, a rate as a percentage. */
export function formatTextValue(type: TextFieldType, value: TextValue): string {
  if (typeof value === 'string') {
    if (type === 'short_day') return formatDate(value)
    return type === 'day' ? formatLongDate(value, { withYear: true }) : value
  }
  if (type === 'money') return formatMoney(value)
  return type === 'rate' ? formatRate(value) : String(value)
}

/** `Etiqueta: texto`, with a label of one line. */
const LABELLED = /^([^:.]{1,120}):\s+(.+)$/

/** The label of a paragraph, before its fields are filled: a value is never read as a label. */
function splitLabel(text: string): { label: string | null; text: string } {
  const [, label = null, rest = text] = LABELLED.exec(text) ?? []
  return { label, text: rest }
}

const FIELD = /\{(\w+)\}/g

/** Returns how a document's fields are filled in one of its texts; `missing` stands for a value that is not known. */
export function fieldFiller(
  document: TextDocumentName,
  values: TextValues['values'],
  missing: string = MISSING,
) {
  const fields = new Map(textDocuments[document].fields.map((field) => [field.name, field]))
  return (text: string) =>
    text.replace(FIELD, (_, name: string) => {
      const [field, value] = [fields.get(name), values[name]]
      if (field === undefined || value === undefined || value === null || value === '') return missing
      const isOther = field.form?.test(String(value)) === false
      return isOther ? missing : formatTextValue(field.type, value)
    })
}

/**
 * Fills the fields of a document's text and leaves out the paragraphs whose condition does not hold; a section without
 * paragraphs disappears. A field that the document does not have reads «por publicar», which `checkText` refuses.
 */
export function fillText(
  document: TextDocumentName,
  { title, sections }: TextContent,
  { values, conditions }: TextValues,
): FilledText {
  const fill = fieldFiller(document, values)
  const labelled = new Set(
    textDocuments[document].parts.flatMap((part) => (part.has_labels ? part.name : [])),
  )
  const filled = sections.map(({ heading, part, category, keywords, paragraphs }) => {
    const shown = paragraphs.filter(({ when }) => when === undefined || conditions.includes(when))
    const hasLabels = part !== undefined && labelled.has(part)
    const lines = shown.map(({ text }) => (hasLabels ? splitLabel(text) : { label: null, text }))
    return {
      heading: fill(heading),
      ...(part !== undefined && { part }),
      ...(category !== undefined && { category }),
      ...(keywords !== undefined && { keywords }),
      paragraphs: lines.map(({ text }) => fill(text)),
      ...(hasLabels && { labels: lines.map(({ label }) => (label === null ? null : fill(label))) }),
    }
  })
  return { title: fill(title), sections: filled.filter(({ paragraphs }) => paragraphs.length > 0) }
}

/** The samples of a document's fields, and the conditions that hold for them. */
export function sampleValues(document: TextDocumentName): TextValues {
  const contract = contractTextName.safeParse(document)
  if (contract.success) return contractValues(usualContract(contract.data))
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
    sections: sections.map(({ heading, part, category, keywords, paragraphs }) => ({
      heading,
      ...(part !== undefined && { part }),
      ...(category !== undefined && { category }),
      ...(keywords !== undefined && { keywords }),
      paragraphs: paragraphs.map(({ text, when }) => ({ text, ...(when !== undefined && { when }) })),
    })),
  }
}
