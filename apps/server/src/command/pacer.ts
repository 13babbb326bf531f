/** Runs one piece of work again and again, at the earliest of the times asked for. */
export interface Pacer {
  /** Asks for a run within `ms` milliseconds. */
  runWithin: (ms: number) => void
  /** No run starts after this. */
  stop: () => void
}

/** The work runs once at a time, and starts at least `gap_ms` milliseconds after its last start. It must not throw. */
export function createPacer(work: () => Promise<void>, gap_ms: number): Pacer {
  let timer: NodeJS.Timeout | undefined
  let due_ms = Number.POSITIVE_INFINITY
  let earliest_ms = 0
  let isRunning = false
  let isStopped = false

  function schedule() {
    clearTimeout(timer)
    if (isRunning || isStopped || due_ms === Number.POSITIVE_INFINITY) return
    const now_ms = performance.now()
    timer = setTimeout(run, Math.max(0, due_ms - now_ms, earliest_ms - now_ms))
  }
  async function run() {
    due_ms = Number.POSITIVE_INFINITY
    earliest_ms = performance.now() + gap_ms
    isRunning = true
    await work()
    isRunning = false
    schedule()
  }
  return {
    runWithin(ms) {
      const at_ms = performance.now() + ms
      if (at_ms >= due_ms) return
      due_ms = at_ms
      schedule()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
