/**
 * Returns a function that reads into memory, one reading at a time: two at once may end in the wrong order and leave the
 * older rows. A reading asked for during another one begins after it, once for all who ask meanwhile.
 */
export function readInTurn(read: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const begin = () => {
    next = null
    running = read().finally(() => {
      running = null
    })
    return running
  }
  return () => {
    if (running === null && next === null) return begin()
    next ??= (running ?? Promise.resolve()).then(begin, begin)
    return next
  }
}
