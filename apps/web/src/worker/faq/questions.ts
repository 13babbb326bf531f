import type { LegalDocument } from '@quincena/domain/legal/schema'

export interface Question {
  id: string
  category: string
  question: string
  /** A paragraph per line. */
  answer: string
  /** Everyday words of a search that the texts above do not have. */
  words?: string | undefined
}

/** The frequent questions in the text of the document `faq`. */
export const questionsOf = ({ sections }: Pick<LegalDocument, 'sections'>): readonly Question[] =>
  sections.map(({ heading, category = '', keywords, paragraphs }, place) => ({
    // Part of ids in the page, which have no spaces.
    id: `question-${place + 1}`,
    category,
    question: heading,
    answer: paragraphs.join('\n'),
    words: keywords,
  }))
