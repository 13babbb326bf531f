import { stripAccents } from '../../lib/strip-accents.ts'
import type { Question } from './questions.ts'
import { isAlike } from './sound.ts'

/** The text without accents and case, folded letter by letter so that each index is the same as in the text. */
const plain = (text: string) => [...text.normalize('NFC')].map(stripAccents).join('')

const listWords = (text: string) => plain(text).match(/[\p{Letter}\p{Number}]+/gu) ?? []

/** Words of almost every question or answer; they say nothing about what is searched. */
const fillers = new Set(
  listWords(
    'a al con de del e el en es esta hay la las le les lo los me mi mis mucho o para por puedo kiero quiero se ser si su te tengo tu un una y yo',
  ),
)

/** The words of a search that count: without fillers, unless there are only fillers. */
function wordsOf(search: string): string[] {
  const words = listWords(search)
  const telling = words.filter((word) => !fillers.has(word))
  return telling.length > 0 ? telling : words
}

interface Searched {
  /** What counts most: category, question and keywords. */
  head: string
  text: string
  vocabulary: readonly string[]
}

/** What the search reads of each question, worked out once. */
const read = new WeakMap<Question, Searched>()

function searchedOf(one: Question): Searched {
  const known = read.get(one)
  if (known !== undefined) return known
  const head = plain(`${one.category} ${one.question} ${one.words ?? ''}`)
  const text = `${head} ${plain(one.answer)}`
  const searched = { head, text, vocabulary: [...new Set(listWords(text))] }
  read.set(one, searched)
  return searched
}

/** Sorts by the number of search words in the question and its keywords; equal ones keep their order. */
function sortByHead(found: readonly Question[], words: readonly string[]): readonly Question[] {
  const score = (one: Question) => words.filter((word) => searchedOf(one).head.includes(word)).length
  return found.toSorted((one, other) => score(other) - score(one))
}

/** Questions with a word like each search word; if there is none, those with most of the search words. */
function findAlike(questions: readonly Question[], words: readonly string[]): readonly Question[] {
  const count = (one: Question) =>
    words.filter((word) => searchedOf(one).vocabulary.some((known) => isAlike(word, known))).length
  const counted = questions.map((one) => ({ one, count: count(one) }))
  const most = Math.max(0, ...counted.map((each) => each.count))
  return most > words.length / 2 ? counted.filter((each) => each.count === most).map(({ one }) => one) : []
}

/**
 * Questions that contain every word of the search, also as part of a word; all questions if there is no word. If none
 * does, those with words that sound or are spelled alike.
 */
export function findQuestions(questions: readonly Question[], search: string): readonly Question[] {
  const words = wordsOf(search)
  if (words.length === 0) return questions
  const found = questions.filter((one) => words.every((word) => searchedOf(one).text.includes(word)))
  return sortByHead(found.length > 0 ? found : findAlike(questions, words), words)
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
