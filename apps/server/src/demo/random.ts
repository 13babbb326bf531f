/** Small seeded random generator (mulberry32), so that the demo is the same at every start. */
export function seeded(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    /** An integer from `low` to `high`, both included. */
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    pick<T>(list: readonly T[]): T {
      const item = list[Math.floor(next() * list.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    chance: (share: number) => next() < share,
  }
}

export type Random = ReturnType<typeof seeded>
