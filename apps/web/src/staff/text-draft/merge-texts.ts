import { clashText, mergeEdits } from '../../lib/merge-edits.ts'
import type { StoredText } from './editing.ts'

/** The parts of a text by their place. */
function partsOf({ content: { title, sections }, summary }: StoredText): Record<string, string> {
  const pairs = sections.flatMap(
    ({ heading, part = '', category = '', keywords = '', paragraphs }, index) => [
      [`sections.${index}.heading`, heading],
      [`sections.${index}.part`, part],
      [`sections.${index}.category`, category],
      [`sections.${index}.keywords`, keywords],
      ...paragraphs.flatMap(({ text, when = '' }, place) => [
        [`sections.${index}.paragraphs.${place}`, text],
        [`sections.${index}.paragraphs.${place}.when`, when],
      ]),
    ],
  )
  return { title, summary, ...Object.fromEntries(pairs) }
}

/** The text with the parts of `parts`; `shape` has its sections and paragraphs. */
function textOf(parts: Record<string, string>, { content }: StoredText): StoredText {
  const read = (place: string) => parts[place] ?? ''
  return {
    summary: read('summary'),
    content: {
      title: read('title'),
      sections: content.sections.map((section, index) => ({
        ...{ heading: read(`sections.${index}.heading`), part: read(`sections.${index}.part`) },
        category: read(`sections.${index}.category`),
        keywords: read(`sections.${index}.keywords`),
        paragraphs: section.paragraphs.map((_, place) => ({
          text: read(`sections.${index}.paragraphs.${place}`),
          when: read(`sections.${index}.paragraphs.${place}.when`),
        })),
      })),
    },
  }
}

/** The sections by heading with their number of paragraphs: with other headings a place may be another section. */
const shapeOf = ({ content }: StoredText) =>
  JSON.stringify(content.sections.map(({ heading, paragraphs }) => [heading, paragraphs.length]))

const isSameText = (one: StoredText, other: StoredText) =>
  JSON.stringify(partsOf(one)) === JSON.stringify(partsOf(other))

interface Edits {
  /** The text when it was opened. */
  initial: StoredText
  typed: StoredText
  /** The text that another admin saved since then. */
  fresh: StoredText
}

interface Merged {
  text: StoredText
  /** What to say at the places that both changed. */
  clashes: Record<string, string>
}

const restructured =
  'Otra persona guardó este texto, y uno de los dos cambió sus secciones. Aquí está solo tu texto: compara con lo guardado antes de guardar.'

/**
 * Merges what two admins typed: what one of them changed is kept, and at a place that both changed the typed text stays
 * with a message. If one of them added, removed, moved or renamed sections, or the number of paragraphs differs, the typed
 * text stays as a whole.
 */
export function mergeTexts({ initial, typed, fresh }: Edits): Merged {
  const [start, own, other] = [shapeOf(initial), shapeOf(typed), shapeOf(fresh)]
  if (start !== own || start !== other) {
    if (isSameText(typed, initial) || isSameText(typed, fresh)) return { text: fresh, clashes: {} }
    return { text: typed, clashes: isSameText(fresh, initial) ? {} : { sections: restructured } }
  }
  const saved = partsOf(fresh)
  const merged = mergeEdits({ initial: partsOf(initial), typed: partsOf(typed), fresh: saved })
  const clashes = merged.clashes.map((place) => [place.replace(/\.when$/, ''), clashText(saved[place] ?? '')])
  return { text: textOf(merged.values, typed), clashes: Object.fromEntries(clashes) }
}
