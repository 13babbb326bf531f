import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** The estimator is quadratic in the length; a password whose first 64 characters are hard to guess is hard. */
const LONGEST = 64

let estimator: Promise<ZxcvbnFactory> | undefined

/** The dictionaries (common passwords, Spanish words and names) take 0.3 s and 25 MB, so they load at the first use. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, spanish] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-es-es'),
  ])
  return new Factory({
    dictionary: { ...common.dictionary, ...spanish.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: LONGEST,
  })
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()

/** Words that anybody tries who knows what the product is and where it is used. */
const placeWords = [
  ...['quincena', 'nomina', 'prestamo', 'credito', 'anticipo', 'adelanto', 'sueldo', 'salario', 'dinero'],
  ...['banco', 'financiera', 'empresa', 'trabajo', 'mexico', 'mexicano', 'mexicana', 'cdmx'],
]

const lettersOf = (text: string) => text.replaceAll(/[^\p{Letter}]/gu, '')
const lettersAndDigits = (text: string) => text.replaceAll(/[^\p{Letter}\d]/gu, '')

/** The own words and those of the place, without accents and separators, the longest first. */
function guessedWords(known: readonly string[]): string[] {
  const parts = known.flatMap((text) => [text, ...text.split(/[^\p{Letter}\p{Mark}\d]+/u)]).map(plain)
  const own = parts.flatMap((part) => [lettersAndDigits(part), lettersOf(part)])
  const words = [...own.filter((word) => word.length > 2), ...placeWords]
  return [...new Set(words)].toSorted((one, other) => other.length - one.length)
}

const swaps: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '@': 'a', $: 's' }

function countOthers(password: string, words: readonly string[]): number {
  const text = lettersAndDigits(password)
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), text)
  // A password without such words is the estimator's: those of a generator have few letters.
  return rest === text ? Number.POSITIVE_INFINITY : lettersOf(rest).length
}

/**
 * Counts the letters that a password has beside the user's own words, those of the product and the country, digits,
 * years and separators, also where digits replace letters; infinite for a password without such words. The estimator
 * alone takes each added year and separator for a guess more, and passes `Gerardo-Soto-1`.
 */
export function countOtherLetters(password: string, known: readonly string[]): number {
  const words = guessedWords(known)
  const text = plain(password.normalize('NFC').slice(0, LONGEST))
  const swapped = text.replaceAll(/[01345@$]/g, (sign) => swaps[sign] ?? sign)
  return Math.min(countOthers(text, words), countOthers(swapped, words))
}

/**
 * Estimates how hard a password is to guess (zxcvbn, 0 to 4: 2 needs a million guesses, 3 a hundred million).
 * `known` are words that an attacker tries first: names, the e-mail address, the product.
 */
export async function passwordScore(password: string, known: readonly string[]): Promise<number> {
  estimator ??= loadEstimator()
  const words = known.flatMap((text) => [text, plain(text), ...plain(text).split(/[^\p{Letter}\d]+/u)])
  const tried = words.filter((word) => word.length > 2)
  const { score } = (await estimator).check(password.normalize('NFC').slice(0, LONGEST), tried)
  return score
}
