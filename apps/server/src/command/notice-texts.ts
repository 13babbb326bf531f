import type { FilledNotice } from '@quincena/domain/texts/fill-notice'
import type { NoticeWords } from '@quincena/domain/texts/notice-words'

/** Writes notices with the texts of the installation; `people/texts/queries/notice-texts.ts` implements it. */
export interface NoticeTexts {
  /** The words of a notice by the version in force on the business day. Costs no round trip. */
  write: (words: NoticeWords) => FilledNotice
  /** Reads the versions again. */
  refresh: () => Promise<void>
  close: () => void
}
