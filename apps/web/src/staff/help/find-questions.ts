import { folded } from '../../lib/folded.ts'
import { access } from './topics/access.ts'
import { dates } from './topics/dates.ts'
import { payments } from './topics/payments.ts'
import { people } from './topics/people.ts'
import { requests } from './topics/requests.ts'
import type { Question, Topic } from './topics/topic.ts'
import { transfers } from './topics/transfers.ts'
import { uploads } from './topics/uploads.ts'

/** Every question, by task. */
export const topics: readonly Topic[] = [requests, payments, transfers, dates, people, uploads, access]

/** Words alone, without signs: how people type when they search. */
const wordsOnly = (text: string) => folded(text).replace(/[^\p{Letter}0-9]+/gu, ' ')

const textOf = ({ question, steps, note = '', words = '' }: Question) =>
  wordsOnly([question, ...steps, note, words].join(' '))

/** The topics with the questions that have every word of the search, begun or whole; an empty search has them all. */
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
