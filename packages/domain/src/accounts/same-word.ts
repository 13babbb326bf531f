import type { NameWord } from './name-words.ts'

/** Ways in which two words of a name are the same, the surest first. */
export const WORD_MATCHES = ['exact', 'joined', 'spelling', 'abbreviation', 'cut', 'initial'] as const
export type WordMatch = (typeof WORD_MATCHES)[number]

/** Abbreviations that the rule of `isShortened` does not recognize, with the names for which they stand. */
const abbreviations: Readonly<Record<string, readonly string[]>> = {
  AGTN: ['AGUSTIN'],
  ALBTO: ['ALBERTO'],
  ALEJ: ['ALEJANDRO', 'ALEJANDRA'],
  ALFDO: ['ALFREDO'],
  ALVZ: ['ALVAREZ'],
  ANT: ['ANTONIO', 'ANTONIA'],
  ANTO: ['ANTONIO'],
  ARMDO: ['ARMANDO'],
  CONCEP: ['CONCEPCION'],
  EDO: ['EDUARDO'],
  ENR: ['ENRIQUE'],
  ESP: ['ESPERANZA'],
  FERN: ['FERNANDO', 'FERNANDA', 'FERNANDEZ'],
  GUAD: ['GUADALUPE'],
  GUILL: ['GUILLERMO', 'GUILLERMINA'],
  HERN: ['HERNANDEZ'],
  IGN: ['IGNACIO', 'IGNACIA'],
  MA: ['MARIA'],
  STGO: ['SANTIAGO'],
}

const shortestContraction = 3

/**
 * True if a word has the form of a contraction such as FCO, GPE, HDZ, GLEZ or RODGZ: it begins with a consonant and has
 * no vowel inside (but for the E of -EZ), or ends with two consonants, which Spanish words do not.
 */
function isShortened(word: string): boolean {
  if (word.length < shortestContraction || /^[AEIOU]/.test(word)) return false
  return !/[AEIOU]/.test(word.slice(1, -1).replace(/U?E$/, '')) || /[^AEIOU]{2}$/.test(word)
}

/** True if the letters of `short` appear in `long` in the same order. */
function isSubsequence(short: string, long: string): boolean {
  let at = 0
  for (const letter of long) if (letter === short[at]) at += 1
  return at === short.length
}

function abbreviates(short: NameWord, long: NameWord): boolean {
  if (abbreviations[short.letters]?.includes(long.letters)) return true
  if (long.letters.length < short.letters.length + 2) return false
  if (short.has_period && short.letters.length > 1 && long.letters.startsWith(short.letters)) return true
  const hasSameEnds = short.letters[0] === long.letters[0] && short.letters.at(-1) === long.letters.at(-1)
  return hasSameEnds && isShortened(short.letters) && isSubsequence(short.letters, long.letters)
}

/**
 * Returns a word as it sounds in Mexico: GONZALES and GONZALEZ, JIMENEZ and XIMENEZ, MARTA and MARTHA are alike. Vowels
 * and the last letter stay, so that MARIO and MARIA, JUAN and JUANA differ.
 */
function soundOf(letters: string): string {
  return letters
    .replace(/PH/g, 'F')
    .replace(/CH/g, '1')
    .replace(/H/g, '')
    .replace(/(.)\1+/g, (pair) => (pair === 'LL' ? 'Y' : (pair[0] ?? '')))
    .replace(/QU(?=[EI])|[CKQ](?![EI])|K/g, 'K')
    .replace(/C(?=[EI])|Z/g, 'S')
    .replace(/V/g, 'B')
    .replace(/G(?=[EI])|^X/g, 'J')
    .replace(/Y$/, 'I')
}

/** True if one of the words is the single first letter of the other. */
const isInitial = (short: NameWord, long: NameWord) =>
  short.letters.length === 1 && long.letters.startsWith(short.letters)

/** True if the first word lost its end when the name was cut. */
const isCutFrom = (short: NameWord, long: NameWord) => short.is_cut && long.letters.startsWith(short.letters)

/** Returns how two words are the same, null if they differ. The order of the two does not matter. */
export function matchWords(left: NameWord, right: NameWord): WordMatch | null {
  const isEither = (is: (one: NameWord, other: NameWord) => boolean) => is(left, right) || is(right, left)
  if (left.letters === right.letters) return 'exact'
  if (isEither(isInitial)) return 'initial'
  if (soundOf(left.letters) === soundOf(right.letters)) return 'spelling'
  if (isEither(abbreviates)) return 'abbreviation'
  return isEither(isCutFrom) ? 'cut' : null
}
