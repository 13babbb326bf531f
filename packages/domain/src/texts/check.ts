import { noticeProblems } from './check-notice.ts'
import {
  TEXT_CONTENT_LIMITS as LIMITS,
  type TextContent,
  type TextDocumentName,
  type TextSection,
} from './content.ts'
import { textDocuments } from './documents.ts'
import { isNoticeText } from './notice-names.ts'

/** What is wrong at a place of a text: `title`, `sections`, `sections.2.heading`, `sections.2.paragraphs.0`. */
export interface TextProblem {
  place: string
  /** In Spanish. */
  message: string
}

/** Control characters, line and paragraph separators, marks that reverse the direction of the text, invisible ones. */
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\ufeff]/u
const TAG = /<[a-z/!?]/i
/** `javascript:`, `data:` and the like, and `//host` without a scheme. */
const FOREIGN_LINK =
  /\b(?!https:)[a-z][a-z0-9+.-]{0,30}:\/\/|(?:^|[\s("'«])\/\/\w|\b(?:javascript|vbscript|data|file|blob|mailto):\S/i
const MARKDOWN_LINK = /\]\s*\(/

/** What is wrong with the fields of a text, in Spanish; each problem once. */
function fieldProblems(text: string, names: ReadonlySet<string>): string[] {
  const problems: string[] = []
  for (const [part, name] of text.matchAll(/\{([^{}]*)\}|[{}]/g)) {
    if (part === '{') problems.push('Falta cerrar una llave «{».')
    else if (part === '}') problems.push('Sobra una llave «}».')
    else if (name !== undefined && !names.has(name)) problems.push(`No existe el campo «{${name}}».`)
  }
  return [...new Set(problems)]
}

interface Rule {
  limit: number
  /** The error of an empty text. */
  empty: string
}

function plainProblems(text: string, names: ReadonlySet<string>, { limit, empty }: Rule): string[] {
  if (text.trim() === '') return [empty]
  const problems: string[] = []
  if (text.length > limit) problems.push(`Máximo ${limit.toLocaleString('es-MX')} caracteres.`)
  if (CONTROL.test(text) || !text.isWellFormed())
    problems.push('Hay un carácter invisible o un salto de línea: bórralo y escríbelo de nuevo.')
  if (TAG.test(text)) problems.push('El texto va sin etiquetas HTML.')
  if (MARKDOWN_LINK.test(text)) problems.push('Escribe la dirección completa, sin enlaces ni imágenes.')
  if (FOREIGN_LINK.test(text)) problems.push('Solo se admiten direcciones que empiezan con https://.')
  return [...problems, ...fieldProblems(text, names)]
}

const headingRule: Rule = { limit: LIMITS.heading, empty: 'Escribe el título de la sección.' }
const paragraphRule: Rule = { limit: LIMITS.paragraph, empty: 'Escribe el párrafo o quítalo.' }
const categoryRule: Rule = { limit: LIMITS.category, empty: 'Escribe la categoría.' }
const keywordsRule: Rule = { limit: LIMITS.keywords, empty: 'Escribe las palabras o quítalas.' }

const noFields: ReadonlySet<string> = new Set()

/** What is wrong with a section's category and keywords, as pairs of place and messages. */
function groupProblems({ category, keywords }: TextSection, has_categories: boolean): [string, string[]][] {
  if (!has_categories)
    return [
      ['category', category === undefined ? [] : ['Este documento no lleva categorías.']],
      ['keywords', keywords === undefined ? [] : ['Este documento no lleva palabras de búsqueda.']],
    ]
  return [
    ['category', plainProblems(category ?? '', noFields, categoryRule)],
    ['keywords', keywords === undefined ? [] : plainProblems(keywords, noFields, keywordsRule)],
  ]
}

/** What is wrong with the place of a section in a document that has places, and in one that has none. */
function partProblem(part: string | undefined, document: TextDocumentName): string[] {
  const { parts } = textDocuments[document]
  if (parts.length === 0)
    return part === undefined ? [] : ['Las secciones de este documento no llevan lugar.']
  return parts.some(({ name }) => name === part) ? [] : ['Elige dónde va la sección.']
}

function countProblem(count: number, limit: number, [none, many]: readonly [string, string]): string[] {
  if (count === 0) return [none]
  return count > limit ? [`Máximo ${limit} ${many}.`] : []
}

const sizeOf = ({ title, sections }: TextContent) =>
  sections.reduce(
    (sum, { heading, paragraphs }) =>
      paragraphs.reduce((inner, { text }) => inner + text.length, sum + heading.length),
    title.length,
  )

/** All problems of a text as a whole: its number of sections, its length, its required elements. */
function wholeProblems(document: TextDocumentName, content: TextContent): string[] {
  const always = content.sections.flatMap(({ heading, paragraphs }) => [
    heading,
    ...paragraphs.filter(({ when }) => when === undefined).map(({ text }) => text),
  ])
  // What a notice must say depends on the case in which it is sent: `noticeProblems` checks it.
  const required = isNoticeText(document) ? [] : textDocuments[document].required
  const missing = required.filter(({ text }) => !always.some((part) => part.includes(text)))
  const isTooLong = sizeOf(content) > LIMITS.total
  return [
    ...countProblem(content.sections.length, LIMITS.sections, ['Agrega una sección.', 'secciones']),
    ...(isTooLong ? [`El documento pasa de ${LIMITS.total.toLocaleString('es-MX')} caracteres.`] : []),
    ...missing.map(({ text, name }) => `Falta ${name} («${text}») en un párrafo sin condición.`),
  ]
}

/** Names in the catalogues of a document. */
function namesOf(document: TextDocumentName) {
  const { fields, conditions } = textDocuments[document]
  return {
    fields: new Set(fields.map(({ name }) => name)),
    conditions: new Set(conditions.map(({ name }) => name)),
  }
}

function sectionProblems(section: TextSection, document: TextDocumentName): [string, string[]][] {
  const names = namesOf(document)
  const paragraphs = section.paragraphs.map(({ text, when }, index): [string, string[]] => [
    `paragraphs.${index}`,
    [
      ...plainProblems(text, names.fields, paragraphRule),
      ...(when === undefined || names.conditions.has(when) ? [] : [`No existe la condición «${when}».`]),
    ],
  ])
  return [
    ['heading', plainProblems(section.heading, names.fields, headingRule)],
    ['part', partProblem(section.part, document)],
    ...groupProblems(section, textDocuments[document].has_categories),
    [
      'paragraphs',
      countProblem(section.paragraphs.length, LIMITS.paragraphs, ['Agrega un párrafo.', 'párrafos']),
    ],
    ...paragraphs,
  ]
}

/**
 * Returns every problem of a document's text with its place: unknown fields and conditions, open braces, HTML, links that
 * are not https in plain text, invisible characters, empty and too long parts, missing required elements. Empty for a
 * text that may be published.
 */
export function checkText(document: TextDocumentName, content: TextContent): TextProblem[] {
  const title = plainProblems(content.title, namesOf(document).fields, {
    limit: LIMITS.title,
    empty: 'Escribe el título.',
  })
  const places: [string, string[]][] = [
    ['title', title],
    ['sections', wholeProblems(document, content)],
    ...content.sections
      .slice(0, LIMITS.sections)
      .flatMap((section, index) =>
        sectionProblems(section, document).map(([place, messages]): [string, string[]] => [
          `sections.${index}.${place}`,
          messages,
        ]),
      ),
    ...(isNoticeText(document) ? noticeProblems(document, content) : []).map(
      ([place, message]): [string, string[]] => [place, [message]],
    ),
  ]
  return places.flatMap(([place, messages]) => messages.map((message) => ({ place, message })))
}
