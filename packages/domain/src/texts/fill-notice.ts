import type { TextValues } from './catalogue.ts'
import type { TextContent } from './content.ts'
import { fieldFiller } from './fill.ts'
import type { NoticeTextName } from './notice-names.ts'
import { NOTICE_TEXT_FIELD, type NoticePart, noticeParts } from './notice-parts.ts'

/** The words of a notice, or of a mail that is no notice. */
export interface FilledNotice {
  /** Title of the notice; of a mail that is no notice, its subject. */
  title: string
  /** Text in the app; empty for a mail that is no notice. */
  message: string
  /** What a locked phone shows instead of the text; null: the text. */
  locked: string | null
  subject: string
  preheader: string
  mail: string[]
  closing: string[]
  /** SMS or WhatsApp message; null: none. */
  short_message: string | null
}

/** Fills a notice's text. A part that the version does not have is empty. */
export function fillNotice(
  document: NoticeTextName,
  { title, sections }: TextContent,
  { values, conditions }: TextValues,
): FilledNotice {
  const paragraphsOf = (part: NoticePart, more: TextValues['values'] = {}) => {
    const fill = fieldFiller(document, { ...values, ...more }, '')
    const own = sections.find(({ heading }) => heading === noticeParts[part].heading)?.paragraphs ?? []
    return own
      .filter(({ when }) => when === undefined || conditions.includes(when))
      .map(({ text }) => fill(text))
  }
  const lineOf = (part: NoticePart) => paragraphsOf(part).join(' ')
  const [filledTitle, message] = [fieldFiller(document, values, '')(title), lineOf('text')]
  const mail = paragraphsOf('mail', { [NOTICE_TEXT_FIELD]: message })
  return {
    ...{ title: filledTitle, message, mail, closing: paragraphsOf('closing') },
    locked: lineOf('locked') || null,
    subject: lineOf('subject') || filledTitle,
    preheader: lineOf('preheader'),
    short_message: lineOf('message') || null,
  }
}
