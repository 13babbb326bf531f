import { isParticleStart, mayBeCut, type NameWord, readNameWords } from './name-words.ts'
import { matchWords, WORD_MATCHES, type WordMatch } from './same-word.ts'

/** A person's name as the person registered it. */
export interface RegisteredName {
  first_name: string
  last_name: string
}

/** Two words that are the same, as each side wrote them. */
interface MatchedWords {
  registered: string
  reported: string
  how: WordMatch
}

/** How much two names agree, and why. */
export interface NameComparison {
  /** 0 (nothing agrees) to 1 (the same words), rounded to hundredths. */
  score: number
  matched: MatchedWords[]
  /** Words of one side that no word of the other side matches. */
  only_registered: string[]
  only_reported: string[]
}

type Part = 'first_name' | 'last_name'
type Registered = NameWord & { part: Part }

interface Pair {
  registered: Registered
  reported: NameWord
  how: WordMatch
}

interface Alignment {
  pairs: Pair[]
  registered_left: Registered[]
  reported_left: NameWord[]
}

const longestCompound = 4

/** The longest run of words from the start whose letters together are one of the `whole` words; else the first word. */
function compoundAt<Word extends NameWord>(words: readonly Word[], whole: ReadonlySet<string>): Word[] {
  for (let size = Math.min(longestCompound, words.length); size > 1; size -= 1) {
    const run = words.slice(0, size)
    if (whole.has(lettersOf(run))) return run
  }
  return words.slice(0, 1)
}

const lettersOf = (run: readonly NameWord[]) => run.map(({ letters }) => letters).join('')

/** Replaces neighbours that are one word on the other side, such as DE LA CRUZ where that side has DELACRUZ. */
function joinCompounds<Word extends NameWord>(words: readonly Word[], others: readonly NameWord[]): Word[] {
  const whole = new Set(others.filter(isMeant).map(({ letters }) => letters))
  const joined: Word[] = []
  let rest = words
  while (rest.length > 0) {
    const run = compoundAt(rest, whole)
    const text = run.map((word) => word.text).join(' ')
    const last = run.slice(-1)
    const compound = { text, letters: lettersOf(run), is_particle: false }
    joined.push(...(run.length > 1 ? last.map((word) => ({ ...word, ...compound })) : last))
    rest = rest.slice(run.length)
  }
  return joined
}

/** False for particles, which no word has to match. */
const isMeant = ({ is_particle }: NameWord) => !is_particle

const isJoined = ({ text }: NameWord) => text.includes(' ')

function pairOf(registered: Registered, reported: NameWord): Pair[] {
  const how = matchWords(registered, reported)
  if (how === null) return []
  const was_joined = isJoined(registered) || isJoined(reported)
  return [{ registered, reported, how: how === 'exact' && was_joined ? 'joined' : how }]
}

/** Surest pairs first, then surnames, then by letters: the order of the words in the names has no effect. */
function comparePairs(one: Pair, other: Pair): number {
  const keyOf = ({ registered, reported }: Pair) => [registered.letters, reported.letters].sort().join(' ')
  return (
    WORD_MATCHES.indexOf(one.how) - WORD_MATCHES.indexOf(other.how) ||
    other.registered.part.localeCompare(one.registered.part) ||
    keyOf(one).localeCompare(keyOf(other))
  )
}

/** Pairs each word with at most one word of the other side. */
function alignWords(registered: readonly Registered[], reported: readonly NameWord[]): Alignment {
  const candidates = registered.flatMap((word) => reported.flatMap((other) => pairOf(word, other)))
  const used = new Set<NameWord>()
  const pairs: Pair[] = []
  for (const pair of candidates.sort(comparePairs)) {
    if (used.has(pair.registered) || used.has(pair.reported)) continue
    used.add(pair.registered).add(pair.reported)
    pairs.push(pair)
  }
  const isLeft = (word: NameWord) => !used.has(word)
  return { pairs, registered_left: registered.filter(isLeft), reported_left: reported.filter(isLeft) }
}

/** What a matched pair leaves of the score. */
const pairFactors: Readonly<Record<WordMatch, number>> = {
  exact: 1,
  joined: 1,
  spelling: 0.98,
  abbreviation: 0.97,
  cut: 0.97,
  initial: 0.93,
}

/** What a finding about the whole name leaves of the score. */
const factors = {
  /** A word that the other side lacks: a second name. */
  missing: 0.96,
  /** Each side has words that the other lacks: brothers and sisters, people of the same first name. */
  contradiction: 0.4,
  no_surname: 0.3,
  missing_surname: 0.7,
  no_first_name: 0.6,
  only_initials: 0.7,
} as const

/** Second names beyond this number lower the score no further. */
const mostMissing = 4

/** The factors of what one side lacks. A cut may hide registered words, unless the bank reports other ones. */
function findingsOf(registered: readonly Registered[], alignment: Alignment, is_cut: boolean): number[] {
  const { pairs, registered_left, reported_left } = alignment
  const leftOf = (part: Part) => registered_left.filter((word) => word.part === part).length
  const isHidden = is_cut && reported_left.length === 0
  const surnames = registered.filter(({ part }) => part === 'last_name').length
  const first_names = pairs.filter(({ registered: { part } }) => part === 'first_name')
  const hasSurname = pairs.length > first_names.length
  const missing = isHidden ? 0 : leftOf('first_name') + reported_left.length
  const contradicted = is_cut ? leftOf('first_name') : registered_left.length
  // With one registered surname, a further word of the bank may be the second surname of another person.
  const lacksSurname = isHidden
    ? !hasSurname
    : leftOf('last_name') > 0 || (surnames === 1 && reported_left.length > 0)
  const findings: [boolean, number][] = [
    [contradicted > 0 && reported_left.length > 0, factors.contradiction],
    [!hasSurname && !isHidden, factors.no_surname],
    [lacksSurname, factors.missing_surname],
    [first_names.length === 0, factors.no_first_name],
    [first_names.length > 0 && first_names.every(({ how }) => how === 'initial'), factors.only_initials],
  ]
  const found = findings.filter(([applies]) => applies).map(([, factor]) => factor)
  return [...found, factors.missing ** Math.min(missing, mostMissing)]
}

const product = (numbers: readonly number[]) => numbers.reduce((all, one) => all * one, 1)

function registeredWords({ first_name, last_name }: RegisteredName): Registered[] {
  const wordsOf = (text: string, part: Part) =>
    readNameWords(text).map((word) => ({ ...word, is_cut: false, part }))
  return [...wordsOf(first_name, 'first_name'), ...wordsOf(last_name, 'last_name')]
}

/**
 * Compares a registered name with the name of an account's holder as its bank reports it. The order of the words,
 * accents, case and particles do not matter. Abbreviations, initials, names written together, a cut at 39 or 40
 * characters and second names that one side lacks lower the score a little; words that contradict each other, a missing
 * surname or a missing first name lower it much.
 */
export function compareNames(name: RegisteredName, reported_name: string): NameComparison {
  const all_registered = registeredWords(name)
  const all_reported = readNameWords(reported_name)
  const registered = joinCompounds(all_registered, all_reported).filter(isMeant)
  const reported = joinCompounds(all_reported, all_registered)
    .filter(isMeant)
    .filter(({ is_cut, letters }) => !(is_cut && isParticleStart(letters)))
  const alignment = alignWords(registered, reported)
  const deductions = [
    ...alignment.pairs.map(({ how }) => pairFactors[how]),
    ...findingsOf(registered, alignment, mayBeCut(reported_name)),
  ]
  const textOf = ({ text }: NameWord) => text
  return {
    score: alignment.pairs.length === 0 ? 0 : Math.round(product(deductions) * 100) / 100,
    matched: alignment.pairs.map((pair) => ({
      registered: pair.registered.text,
      reported: pair.reported.text,
      how: pair.how,
    })),
    only_registered: alignment.registered_left.map(textOf),
    only_reported: alignment.reported_left.map(textOf),
  }
}
