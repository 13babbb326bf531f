import { stripAccents } from '../../lib/strip-accents.ts'
import { questions } from './questions.ts'

type Question = (typeof questions)[number]

/** The text without accents and case, folded letter by letter so that each index is the same as in the text. */
const plain = (text: string) => [...text.normalize('NFC')].map(stripAccents).join('')

const wordsOf = (search: string) => plain(search).match(/[\p{Letter}\p{Number}]+/gu) ?? []

/** Questions that contain every word of the search, also as part of a word; all questions if there is no word. */
export function findQuestions(search: string): readonly Question[] {
  const words = wordsOf(search)
  return questions.filter(({ category, question, answer }) => {
    const text = plain(`${category} ${question} ${answer}`)
    return words.every((word) => text.includes(word))
  })
}

const minLetters = 3

/** True if the answer contains a search word of at least 3 letters; shorter ones match almost every answer. */
export function isInAnswer(search: string, { answer }: Question): boolean {
  const text = plain(answer)
  return wordsOf(search).some((word) => word.length >= minLetters && text.includes(word))
}

interface Piece {
  text: string
  isFound: boolean
}

/** The text split into matches of the search and the parts between them. */
export function splitByMatch(text: string, search: string): Piece[] {
  const words = wordsOf(search).sort((one, other) => other.length - one.length)
  if (words.length === 0) return [{ text, isFound: false }]
  const pattern = new RegExp(words.join('|'), 'g')
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: word, index } of plain(text).matchAll(pattern)) {
    if (index > end) pieces.push({ text: text.slice(end, index), isFound: false })
    end = index + word.length
    pieces.push({ text: text.slice(index, end), isFound: true })
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isFound: false })
  return pieces
}
