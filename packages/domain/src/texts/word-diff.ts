import type { DiffPart } from './schema.ts'

/** Words and signs, each with the space before it; joined they are the text. */
const tokensOf = (text: string) => text.match(/\s*(?:[\p{L}\p{N}]+|[^\p{L}\p{N}\s])|\s+/gu) ?? []

/** The words of a text in lower case, to compare it with others. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The share of words that two texts have in common, from 0 to 1 (Sørensen–Dice coefficient). */
export function similarity(from: readonly string[], to: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const word of from) counts.set(word, (counts.get(word) ?? 0) + 1)
  let common = 0
  for (const word of to) {
    const left = counts.get(word) ?? 0
    if (left > 0) common += 1
    counts.set(word, left - 1)
  }
  const all = from.length + to.length
  return all === 0 ? 1 : (2 * common) / all
}

/** 0: the two are never a pair; above 0: how much they are worth as one. */
type Likeness<Item> = (from: Item, to: Item) => number

/** The step of the best alignment at each pair of positions. */
type Step = 'pair' | 'from' | 'to'

/** A step and the sum of the likenesses from there to the end. */
interface Best {
  step: Step
  sum: number
}

const pick = (sums: Record<Step, number>): Best => {
  const sum = Math.max(sums.pair, sums.from, sums.to)
  if (sums.pair === sum) return { step: 'pair', sum }
  return { step: sums.from === sum ? 'from' : 'to', sum }
}

/** The steps of one item of the older list; `below` has the sums of the item after it. */
function planRow<Item>(
  older: Item,
  { to, below, likeness }: { to: readonly Item[]; below: readonly number[]; likeness: Likeness<Item> },
) {
  const sums: number[] = Array(to.length + 1).fill(0)
  const steps: Step[] = Array(to.length + 1).fill('from')
  for (const [column, newer] of [...to.entries()].reverse()) {
    const alike = likeness(older, newer)
    const sumAt = (list: readonly number[], place: number) => list[place] ?? 0
    const { step, sum } = pick({
      pair: alike > 0 ? alike + sumAt(below, column + 1) : -1,
      from: sumAt(below, column),
      to: sumAt(sums, column + 1),
    })
    sums[column] = sum
    steps[column] = step
  }
  return { sums, steps }
}

/** The best step at each pair of positions, worked out from the ends of both lists. */
function planSteps<Item>(from: readonly Item[], to: readonly Item[], likeness: Likeness<Item>): Step[][] {
  let below: number[] = []
  return from
    .toReversed()
    .map((older) => {
      const { sums, steps } = planRow(older, { to, below, likeness })
      below = sums
      return steps
    })
    .reverse()
}

/**
 * Pairs the items of two lists in order so that the sum of `likeness` is the greatest. An item without a partner is alone
 * in its pair. Time and memory grow with the product of both lengths.
 */
export function alignBy<Item>(
  from: readonly Item[],
  to: readonly Item[],
  likeness: Likeness<Item>,
): [Item | undefined, Item | undefined][] {
  const steps = planSteps(from, to, likeness)
  const pairs: [Item | undefined, Item | undefined][] = []
  let [row, column] = [0, 0]
  while (row < from.length || column < to.length) {
    const step = steps[row]?.[column] ?? 'to'
    pairs.push([step === 'to' ? undefined : from[row], step === 'from' ? undefined : to[column]])
    if (step !== 'to') row += 1
    if (step !== 'from') column += 1
  }
  return pairs
}

/** Joins neighbours of one kind; between two common parts the removed words come before the added ones. */
function joinParts(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = []
  const changed = { removed: '', added: '' }
  const flush = () => {
    for (const kind of ['removed', 'added'] as const) {
      if (changed[kind] !== '') joined.push({ kind, text: changed[kind] })
      changed[kind] = ''
    }
  }
  for (const { kind, text } of parts) {
    if (kind !== 'same') {
      changed[kind] += text
      continue
    }
    flush()
    const last = joined.at(-1)
    if (last?.kind === 'same') last.text += text
    else joined.push({ kind, text })
  }
  flush()
  return joined
}

const countCommon = (from: readonly string[], to: readonly string[]) => {
  const most = Math.min(from.length, to.length)
  let count = 0
  while (count < most && from[count] === to[count]) count += 1
  return count
}

/** The tokens of both texts as numbers: equal tokens have the same one. */
function numbersOf(lists: readonly (readonly string[])[]): Int32Array[] {
  const numbers = new Map<string, number>()
  return lists.map((tokens) =>
    Int32Array.from(tokens, (token) => {
      const number = numbers.get(token) ?? numbers.size
      numbers.set(token, number)
      return number
    }),
  )
}

/** The longest common subsequence of all ends of both lists: row by row, `to.length + 1` in each. */
function commonLengths(from: Int32Array, to: Int32Array): Uint16Array {
  const width = to.length + 1
  const lengths = new Uint16Array((from.length + 1) * width)
  for (let row = from.length - 1; row >= 0; row -= 1) {
    for (let column = to.length - 1; column >= 0; column -= 1) {
      const place = row * width + column
      const [right, below] = [lengths[place + 1] ?? 0, lengths[place + width] ?? 0]
      lengths[place] =
        from[row] === to[column] ? (lengths[place + width + 1] ?? 0) + 1 : Math.max(right, below)
    }
  }
  return lengths
}

/** What differs between two lists of tokens, one part for each token. */
function diffTokens(from: readonly string[], to: readonly string[]): DiffPart[] {
  const [older = new Int32Array(), newer = new Int32Array()] = numbersOf([from, to])
  const lengths = commonLengths(older, newer)
  const lengthAt = (row: number, column: number) => lengths[row * (to.length + 1) + column] ?? 0
  const kindAt = (row: number, column: number): DiffPart['kind'] => {
    if (row === from.length) return 'added'
    if (column < to.length && older[row] === newer[column]) return 'same'
    return lengthAt(row + 1, column) === lengthAt(row, column) ? 'removed' : 'added'
  }
  const parts: DiffPart[] = []
  let [row, column] = [0, 0]
  while (row < from.length || column < to.length) {
    const kind = kindAt(row, column)
    parts.push({ kind, text: (kind === 'added' ? to[column] : from[row]) ?? '' })
    if (kind !== 'added') row += 1
    if (kind !== 'removed') column += 1
  }
  return parts
}

/** The words that were added and removed between two texts; the parts put together give both texts. */
export function diffWords(from: string, to: string): DiffPart[] {
  const [older, newer] = [tokensOf(from), tokensOf(to)]
  const start = countCommon(older, newer)
  const [older_rest, newer_rest] = [older.slice(start), newer.slice(start)]
  const end = countCommon(older_rest.toReversed(), newer_rest.toReversed())
  const middle = diffTokens(
    older_rest.slice(0, older_rest.length - end),
    newer_rest.slice(0, newer_rest.length - end),
  )
  const same = (tokens: readonly string[]): DiffPart => ({ kind: 'same', text: tokens.join('') })
  const parts = [same(older.slice(0, start)), ...middle, same(older.slice(older.length - end))]
  return joinParts(parts.filter(({ text }) => text !== ''))
}
