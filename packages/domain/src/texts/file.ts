import { z } from 'zod'
import { day } from '../fields.ts'
import { checkText, type TextProblem } from './check.ts'
import { TEXT_CONTENT_LIMITS, type TextContent, textDocumentName } from './content.ts'
import { canonicalText } from './fill.ts'
import { versionLabel } from './schema.ts'

/** A paragraph of a file: its text, or with a condition an object. */
const fileParagraph = z.union([z.string(), z.strictObject({ text: z.string(), when: z.string() })])

/** A text as a JSON file, to keep outside the database and to carry to another installation. */
const textFile = z.strictObject({
  document: textDocumentName,
  version: versionLabel,
  effective_date: day,
  summary: z.string().max(TEXT_CONTENT_LIMITS.summary, `Máximo ${TEXT_CONTENT_LIMITS.summary} caracteres`),
  title: z.string(),
  sections: z.array(
    z.strictObject({
      heading: z.string(),
      part: z.string().optional(),
      category: z.string().optional(),
      keywords: z.string().optional(),
      paragraphs: z.array(fileParagraph),
    }),
  ),
})
export type TextFile = z.output<typeof textFile>

/** The text of a file as the database keeps it. */
export function contentOfFile({ title, sections }: Pick<TextFile, 'title' | 'sections'>): TextContent {
  return canonicalText({
    title,
    sections: sections.map((section) => ({
      ...section,
      paragraphs: section.paragraphs.map((part) => (typeof part === 'string' ? { text: part } : part)),
    })),
  })
}

/** A text as the file has it: a paragraph without a condition is its text alone. */
export function fileOfContent(
  { title, sections }: TextContent,
  facts: Pick<TextFile, 'document' | 'version' | 'effective_date' | 'summary'>,
): TextFile {
  return {
    ...facts,
    title,
    sections: canonicalText({ title, sections }).sections.map((section) => ({
      ...section,
      paragraphs: section.paragraphs.map(({ text, when }) => (when === undefined ? text : { text, when })),
    })),
  }
}

/** Reads the value of a JSON file. Returns the text, or what is wrong with the file and at which place. */
export function readTextFile(value: unknown): { text: TextFile } | { problems: TextProblem[] } {
  const parsed = textFile.safeParse(value)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => ({ place: path.join('.'), message }))
    return { problems }
  }
  const problems = checkText(parsed.data.document, contentOfFile(parsed.data))
  return problems.length > 0 ? { problems } : { text: parsed.data }
}
