const rules: readonly [RegExp, string][] = [
  [/ch/g, '#'],
  [/h/g, ''],
  [/qu(?=[ei])|c(?![ei])|q/g, 'k'],
  [/[czx]/g, 's'],
  [/gu(?=[ei])/g, 'G'],
  [/g(?=[ei])/g, 'j'],
  [/v/g, 'b'],
  [/ll/g, 'y'],
  [/(.)\1+/g, '$1'],
]

/** A word as it sounds in Mexico: «kiero» and «quiero», «serbicio» and «servicio» give the same text. */
const soundOf = (word: string) => rules.reduce((text, [pattern, by]) => text.replace(pattern, by), word)

type Rows = number[][]
type Place = readonly [number, number]

const at = (rows: Rows, [row, column]: Place) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY

/** Edit distance of the first `i` letters of one word and the first `j` of the other, from the smaller ones. */
function distanceAt(rows: Rows, [one, other]: readonly [string, string], [i, j]: Place): number {
  const isSame = one[i - 1] === other[j - 1]
  const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
  return Math.min(
    at(rows, [i - 1, j]) + 1,
    at(rows, [i, j - 1]) + 1,
    at(rows, [i - 1, j - 1]) + (isSame ? 0 : 1),
    isSwap ? at(rows, [i - 2, j - 2]) + 1 : Number.POSITIVE_INFINITY,
  )
}

/** Number of letters to insert, remove, replace or swap with the next one to turn one word into the other. */
function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= other.length; j++) row.push(distanceAt(rows, [one, other], [i, j]))
  }
  return at(rows, [one.length, other.length])
}

const mistakesIn = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)
const stemLength = 5

/**
 * True if a typed word stands for a known word: it is its beginning or begins with it («descontarme»), sounds the
 * same, or differs in one letter, from 8 letters in two. Both are without accents and in lower case.
 */
export function isAlike(typed: string, known: string): boolean {
  const [one, other] = [soundOf(typed), soundOf(known)]
  if (other.startsWith(one) || (other.length >= stemLength && one.startsWith(other))) return true
  return editDistance(one, other) <= mistakesIn(typed)
}
