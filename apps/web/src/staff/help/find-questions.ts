import { stripAccents } from '../../lib/strip-accents.ts'
import { access } from './topics/access.ts'
import { bankTopic } from './topics/banks.ts'
import { dates } from './topics/dates.ts'
import { imports } from './topics/imports.ts'
import { payments } from './topics/payments.ts'
import { people } from './topics/people.ts'
import { requests } from './topics/requests.ts'
import type { Question, Topic } from './topics/topic.ts'
import { transfers } from './topics/transfers.ts'
import { treasury } from './topics/treasury.ts'

/** Every question, grouped by task. */
export const topics: readonly Topic[] = [
  requests,
  payments,
  transfers,
  treasury,
  bankTopic,
  dates,
  people,
  imports,
  access,
]

/** Removes accents and punctuation, so that the search ignores them. */
const wordsOnly = (text: string) => stripAccents(text).replace(/[^\p{Letter}0-9]+/gu, ' ')

const textOf = ({ question, steps, note = '', words = '' }: Question) =>
  wordsOnly([question, ...steps, note, words].join(' '))

/**
 * Returns the topics with the questions that contain a word starting with each searched word; all for an empty search.
 */
export function findQuestions(search: string): Topic[] {
  const words = wordsOnly(search).split(' ').filter(Boolean)
  return topics
    .map(({ title, questions }) => ({
      title,
      questions: questions.filter((question) => {
        const text = ` ${textOf(question)} ${wordsOnly(title)}`
        return words.every((word) => text.includes(` ${word}`))
      }),
    }))
    .filter(({ questions }) => questions.length > 0)
}
