/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** An integer from 0 to `below` - 1. */
  below: (below: number) => number
  /** One of the values. */
  one: <Value>(values: readonly [Value, ...Value[]]) => Value
}

/** A generator of its own for each row, so that a row is the same in whatever order rows are made (mulberry32). */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, one: (values) => values[below(values.length)] ?? values[0] }
}
