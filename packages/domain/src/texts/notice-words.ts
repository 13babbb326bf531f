import type { TextValues } from './catalogue.ts'
import type { NoticeValues } from './notice-catalogue.ts'
import type { NoticeTextName } from './notice-names.ts'

/** Which text a notice is written with, and what fills it. */
export interface NoticeWords extends TextValues {
  document: NoticeTextName
}

/** Names the text of a notice with the values of its fields and the conditions that hold. */
export const wordsOf = <Name extends NoticeTextName>(
  document: Name,
  values: NoticeValues<Name>,
  conditions: readonly string[] = [],
): NoticeWords => ({ document, values, conditions })
