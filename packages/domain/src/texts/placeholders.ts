import type { TextProblem } from './check.ts'
import type { TextContent } from './content.ts'

/** «[Texto por transcribir]», «[Teléfono por publicar]», «[Texto de la ley]»: what somebody still has to write. */
const PLACEHOLDER = /\[[^[\]]*\bpor (?:transcribir|publicar)\b[^[\]]*\]|\[Texto[^[\]]*\]/giu

const foundIn = (place: string, text: string): TextProblem[] =>
  [...new Set(text.match(PLACEHOLDER))].map((found) => ({
    place,
    message: `Escribe el texto que falta en lugar de «${found}».`,
  }))

/** The places of a text where somebody still has to write: a draft may have them, a published version may not. */
export function findPlaceholders({ title, sections }: TextContent): TextProblem[] {
  return [
    ...foundIn('title', title),
    ...sections.flatMap(({ heading, paragraphs }, index) => [
      ...foundIn(`sections.${index}.heading`, heading),
      ...paragraphs.flatMap(({ text }, number) => foundIn(`sections.${index}.paragraphs.${number}`, text)),
    ]),
  ]
}
