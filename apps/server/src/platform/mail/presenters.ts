import type { NoticeWords } from '@quincena/domain/texts/notice-words'
import type { NoticeTexts } from '../../command/notice-texts.ts'

/** The words of a mail that is no notice: its title is the subject. */
export function wordedMail(texts: Pick<NoticeTexts, 'write'>, words: NoticeWords) {
  const { subject, preheader, mail: paragraphs, closing } = texts.write(words)
  return { subject, preheader, paragraphs, closing }
}
