import { folded } from '../../lib/folded.ts'
import { questions } from './questions.ts'

type Question = (typeof questions)[number]

/** Letter by letter without accent or case, so that a place in it is the same place in the text. */
const plain = (text: string) => [...text.normalize('NFC')].map(folded).join('')

const wordsOf = (search: string) => plain(search).match(/[\p{Letter}\p{Number}]+/gu) ?? []

/** The questions that have every word of the search, whole or in part; a search without words has them all. */
export function findQuestions(search: string): readonly Question[] {
  const words = wordsOf(search)
  return questions.filter(({ category, question, answer }) => {
    const text = plain(`${category} ${question} ${answer}`)
    return words.every((word) => text.includes(word))
  })
}

const fewestLetters = 3

/** Whether a word of the search is in the answer, which a closed question would hide; a letter or two are in all. */
export function isInAnswer(search: string, { answer }: Question): boolean {
  const text = plain(answer)
  return wordsOf(search).some((word) => word.length >= fewestLetters && text.includes(word))
}

interface Piece {
  text: string
  isFound: boolean
}

/** The text in pieces, those that were searched for apart from the rest. */
export function piecesOf(text: string, search: string): Piece[] {
  const words = wordsOf(search).sort((one, other) => other.length - one.length)
  if (words.length === 0) return [{ text, isFound: false }]
  const found = new RegExp(words.join('|'), 'g')
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: word, index } of plain(text).matchAll(found)) {
    if (index > end) pieces.push({ text: text.slice(end, index), isFound: false })
    end = index + word.length
    pieces.push({ text: text.slice(index, end), isFound: true })
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isFound: false })
  return pieces
}
