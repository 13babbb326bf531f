/** A word of a person's name. */
export interface NameWord {
  /** As it was written. */
  text: string
  /** Upper-case A to Z: what is compared. */
  letters: string
  /** DE, LA, Y, …: without meaning alone, but a part of compounds such as DELACRUZ. */
  is_particle: boolean
  /** Written with a period: an abbreviation. */
  has_period: boolean
  /** The last word of a name that a bank may have cut: it may lack its end. */
  is_cut: boolean
}

const particles = new Set(
  'DA DAS DE DEL DELA DELAS DELOS DER DI DO DOS EL LA LAS LE LOS VAN VON Y'.split(' '),
)

/** Banks cut a name at 39 or 40 characters; a cut beside a space leaves one character less. */
const shortestCut = 38

/** More words than any name of 200 characters with words of usual length. */
const mostWords = 24

/** Ñ as systems without that letter write it inside a word. */
const damagedEnye = /(?<=\p{L})[#?&¥¤@\uFFFD](?=\p{L})/gu

function plainLetters(text: string): string {
  return text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
}

/** True if the letters are the beginning of a particle. */
export const isParticleStart = (letters: string) => [...particles].some((one) => one.startsWith(letters))

/** True if a bank may have cut the end of the name. */
export const mayBeCut = (name: string) => name.trim().length >= shortestCut

/**
 * Splits a name at everything that is no letter, in the order of the text. Accents and case have no meaning. A name of
 * particles alone keeps them as words.
 */
export function readNameWords(name: string): NameWord[] {
  const text = name.normalize('NFC').replace(damagedEnye, 'Ñ')
  const words = [...text.matchAll(/[\p{L}\p{M}]+/gu)].slice(0, mostWords).flatMap((match) => {
    const letters = plainLetters(match[0])
    const has_period = text[match.index + match[0].length] === '.'
    const is_particle = particles.has(letters)
    return letters === '' ? [] : [{ text: match[0], letters, is_particle, has_period, is_cut: false }]
  })
  const last = words.at(-1)
  if (last !== undefined && mayBeCut(name)) last.is_cut = true
  const hasName = words.some(({ is_particle }) => !is_particle)
  return hasName ? words : words.map((word) => ({ ...word, is_particle: false }))
}
