import type { TextValue, TextValues } from '@quincena/domain/texts/catalogue'
import type { TextDocumentName, TextFieldType } from '@quincena/domain/texts/content'
import { textDocuments } from '@quincena/domain/texts/documents'
import { sampleValues } from '@quincena/domain/texts/fill'

/** The examples that fill a preview: usual values, the longest ones, none, and the lender's own. */
export const previewKinds = [
  { value: 'sample', label: 'Ejemplo' },
  { value: 'long', label: 'Valores largos' },
  { value: 'missing', label: 'Sin datos' },
  { value: 'own', label: 'Tu financiera' },
] as const
export type PreviewKind = (typeof previewKinds)[number]['value']

/** Values at the limit of what a field holds: how the text reads when it is hardest to read. */
const longest: Record<TextFieldType, (sample: TextValue) => TextValue> = {
  text: (sample) => `${sample} `.repeat(4).trim(),
  money: () => 999_999_999_99,
  day: () => '2026-09-30',
  short_day: () => '2026-09-30',
  rate: () => 0.9999,
}

/** The values of an example. Conditions are those that the admin chose. */
export function exampleValues(
  document: TextDocumentName,
  kind: Exclude<PreviewKind, 'own'>,
  conditions: readonly string[],
): TextValues {
  if (kind === 'missing') return { values: {}, conditions }
  if (kind === 'sample') return { ...sampleValues(document), conditions }
  const { fields } = textDocuments[document]
  const values = fields.map(({ name, type, sample, form }) => [
    name,
    form === undefined ? longest[type](sample ?? '') : sample,
  ])
  return { values: Object.fromEntries(values), conditions }
}
