import type { TextValues } from './catalogue.ts'
import type { TextContent, TextParagraph } from './content.ts'
import { textDocuments } from './documents.ts'
import { fieldFiller } from './fill.ts'
import type { NoticeTextName } from './notice-names.ts'
import { NOTICE_TEXT_FIELD, type NoticePart, noticeParts } from './notice-parts.ts'
import { typedPrivateData } from './typed-private.ts'

/** The words of a notice, or of a mail that is no notice. */
export interface FilledNotice {
  /** Title of the notice; of a mail that is no notice, its subject. */
  title: string
  /** Text in the app; empty for a mail that is no notice. */
  message: string
  /** What a locked phone shows instead of the text; null: the text, which says nothing private. */
  locked: string | null
  subject: string
  preheader: string
  mail: string[]
  closing: string[]
  /** SMS or WhatsApp message; null: none. */
  short_message: string | null
}

/** What a locked phone shows of a text that says something private where nobody wrote other words for it. */
export const PRIVATE_NOTICE = 'Entra a la app para verlo.'

/** True if a paragraph says something of a person, their money or their account, by a field or as it is typed. */
function isPrivate(document: NoticeTextName, { text }: TextParagraph): boolean {
  const privates = textDocuments[document].fields.filter(({ is_private }) => is_private === true)
  return privates.some(({ name }) => text.includes(`{${name}}`)) || typedPrivateData(text).length > 0
}

/** Fills a notice's text. A part that the version does not have is empty. */
export function fillNotice(
  document: NoticeTextName,
  { title, sections }: TextContent,
  { values, conditions }: TextValues,
): FilledNotice {
  const shownOf = (part: NoticePart) => {
    const own = sections.find(({ heading }) => heading === noticeParts[part].heading)?.paragraphs ?? []
    return own.filter(({ when }) => when === undefined || conditions.includes(when))
  }
  const paragraphsOf = (part: NoticePart, more: TextValues['values'] = {}) => {
    const fill = fieldFiller(document, { ...values, ...more }, '')
    return shownOf(part).map(({ text }) => fill(text))
  }
  const lineOf = (part: NoticePart) => paragraphsOf(part).join(' ')
  const [filledTitle, message] = [fieldFiller(document, values, '')(title), lineOf('text')]
  const hasPrivateText = shownOf('text').some((paragraph) => isPrivate(document, paragraph))
  const mail = paragraphsOf('mail', { [NOTICE_TEXT_FIELD]: message })
  return {
    ...{ title: filledTitle, message, mail, closing: paragraphsOf('closing') },
    locked: lineOf('locked') || (hasPrivateText ? PRIVATE_NOTICE : null),
    subject: lineOf('subject') || filledTitle,
    preheader: lineOf('preheader'),
    short_message: lineOf('message') || null,
  }
}
