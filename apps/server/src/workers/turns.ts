import { setImmediate } from 'node:timers/promises'

/** Lets requests run before what follows. */
export const nextTurn = (): Promise<void> => setImmediate()

/** A turn of the event loop that takes longer lets requests wait. */
const TURN_MS = 10

/**
 * Calls `work` with each item in its order, and lets requests run between the items when a turn has taken some
 * milliseconds. One item must not take long itself.
 */
export async function inTurns<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void | Promise<void>,
): Promise<void> {
  let began = performance.now()
  for (const item of items) {
    if (performance.now() - began > TURN_MS) {
      await nextTurn()
      began = performance.now()
    }
    const doing = work(item)
    if (doing !== undefined) await doing
  }
}
