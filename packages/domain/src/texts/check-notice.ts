import type { TextField } from './catalogue.ts'
import type { TextContent, TextParagraph, TextSection } from './content.ts'
import { textDocuments } from './documents.ts'
import { noticeSpec } from './notice-catalogue.ts'
import type { NoticeTextName } from './notice-names.ts'
import { NOTICE_TEXT_FIELD, type NoticePart, noticeParts } from './notice-parts.ts'
import { SMS_LIMIT, smsSize } from './sms-size.ts'
import { typedPrivateData } from './typed-private.ts'

/** A place and what is wrong there. */
type Placed = [place: string, message: string]

/** Fields that a short message may have: the length of the others is not known. */
const shortFields: ReadonlySet<string> = new Set(['phone'])

const fieldsIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

const fieldOf = (document: NoticeTextName, name: string): TextField | undefined =>
  textDocuments[document].fields.find((field) => field.name === name)

/** What others must not read in a text: fields about a person, and typed amounts, folios and accounts. `where` completes «no puede ir en …». */
function privateProblems(document: NoticeTextName, text: string, where: string): string[] {
  const fields = fieldsIn(text).flatMap((name) => fieldOf(document, name) ?? [])
  const privates = fields.filter(({ is_private }) => is_private === true)
  return [
    ...privates.map(
      ({ name, description }) =>
        `«{${name}}» (${description}) no puede ir en ${where}: se lee sin desbloquear el teléfono.`,
    ),
    ...typedPrivateData(text).map(
      (what) => `${what} no puede ir en ${where}: se lee sin desbloquear el teléfono.`,
    ),
  ]
}

const publicNames: Partial<Record<NoticePart, string>> = {
  locked: 'la pantalla bloqueada',
  subject: 'el asunto',
  preheader: 'el avance del correo',
  message: 'el mensaje corto',
}

function messageProblems(document: NoticeTextName, text: string): string[] {
  const long = fieldsIn(text).filter((name) => fieldOf(document, name) && !shortFields.has(name))
  const filled = text.replace('{phone}', String(fieldOf(document, 'phone')?.sample ?? ''))
  const { characters, foreign } = smsSize(filled)
  return [
    ...long
      .filter((name) => fieldOf(document, name)?.is_private !== true)
      .map((name) => `«{${name}}» no cabe en un mensaje corto.`),
    ...(characters > SMS_LIMIT ? [`Mide ${characters} caracteres: máximo ${SMS_LIMIT}.`] : []),
    ...(foreign.length > 0 ? [`Un SMS no lleva ${foreign.map((one) => `«${one}»`).join(', ')}.`] : []),
  ]
}

/** True for a paragraph that is shown under a set of conditions. */
const isShown = ({ when }: TextParagraph, holding: readonly string[]) =>
  when === undefined || holding.includes(when)

interface Case {
  document: NoticeTextName
  /** The paragraphs of «Texto del aviso», which a mail may repeat. */
  text: readonly TextParagraph[]
}

/** When a case happens, in Spanish: a space and the descriptions of its conditions. */
function caseText(document: NoticeTextName, holding: readonly string[]): string {
  const { conditions = [] } = noticeSpec(document)
  const parts = conditions.filter(({ name }) => holding.includes(name)).map(({ description }) => description)
  return parts.length === 0 ? '' : ` ${parts.join(' y ')}`
}

/** What is missing in a part that is read as a whole, in each case in which it is sent. */
function caseProblems({ document, text }: Case, part: NoticePart, own: readonly TextParagraph[]): string[] {
  const { cases = [[]], required = [] } = noticeSpec(document)
  const wordsOf = (list: readonly TextParagraph[], holding: readonly string[]) =>
    list.filter((one) => isShown(one, holding)).map((one) => one.text)
  const problems = cases.flatMap((holding) => {
    const when = caseText(document, holding)
    const shown = wordsOf(own, holding)
    if (shown.length === 0) return [`Falta un párrafo que se muestre${when === '' ? ' siempre' : when}.`]
    const repeats = shown.some((one) => fieldsIn(one).includes(NOTICE_TEXT_FIELD))
    const all = repeats ? [...shown, ...wordsOf(text, holding)] : shown
    return part === 'closing'
      ? []
      : required
          .filter((element) => !all.some((one) => one.includes(element.text)))
          .map((element) => `Falta ${element.name} («${element.text}»)${when}.`)
  })
  return [...new Set(problems)]
}

/** What is wrong with one paragraph of a part. */
function paragraphProblems(document: NoticeTextName, part: NoticePart, { text, when }: TextParagraph) {
  const { is_single } = noticeParts[part]
  const where = publicNames[part]
  return [
    ...(where === undefined ? [] : privateProblems(document, text, where)),
    ...(part === 'message' ? messageProblems(document, text) : []),
    ...(is_single && when !== undefined ? ['Esta parte se muestra siempre: quita la condición.'] : []),
    ...(part !== 'mail' && where === undefined && fieldsIn(text).includes(NOTICE_TEXT_FIELD)
      ? [`«{${NOTICE_TEXT_FIELD}}» va solo en los párrafos del correo.`]
      : []),
  ]
}

function partProblems(one: Case, part: NoticePart, section: TextSection): Placed[] {
  const { paragraphs } = section
  const { is_single } = noticeParts[part]
  const own = paragraphs.flatMap((paragraph, index) =>
    paragraphProblems(one.document, part, paragraph).map(
      (message): Placed => [`paragraphs.${index}`, message],
    ),
  )
  const whole = is_single
    ? paragraphs.length > 1
      ? ['Esta parte lleva un solo párrafo.']
      : []
    : paragraphs.length === 0
      ? []
      : caseProblems(one, part, paragraphs)
  return [...own, ...whole.map((message): Placed => ['paragraphs', message])]
}

/**
 * What is wrong with a notice's text beside what `checkText` finds in every text: parts that are missing or renamed, personal
 * data where others read it, a case without words or without what it must say, and a short message that is too long.
 */
export function noticeProblems(document: NoticeTextName, { title, sections }: TextContent): Placed[] {
  const { parts } = noticeSpec(document)
  const titleProblems = privateProblems(document, title, 'el título').map(
    (message): Placed => ['title', message],
  )
  const headings = parts.map((part) => noticeParts[part].heading)
  if (headings.length !== sections.length || headings.some((one, place) => sections[place]?.heading !== one))
    return [
      ...titleProblems,
      ['sections', `Las partes de este texto son fijas: ${headings.map((one) => `«${one}»`).join(', ')}.`],
    ]
  const text = sections[parts.indexOf('text')]?.paragraphs ?? []
  return [
    ...titleProblems,
    ...sections.flatMap((section, place) => {
      const part = parts[place]
      if (part === undefined) return []
      return partProblems({ document, text }, part, section).map(
        ([inner, message]): Placed => [`sections.${place}.${inner}`, message],
      )
    }),
  ]
}
