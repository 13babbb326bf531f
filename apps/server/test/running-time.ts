import type { TestContext } from './context.ts'
import type { SimulatorProcess } from './simulator-process.ts'

/** The clock of processes that come and go: runs on by itself, and jumps over the time that they were down. */
export function startTime(ctx: TestContext, simulator: SimulatorProcess) {
  let set_at = performance.now()

  /** The next server starts that much later; STP's clock says the same. */
  return async function pass(seconds: number) {
    const milliseconds = Math.ceil(performance.now() - set_at) + seconds * 1000
    set_at = performance.now()
    ctx.setNow(ctx.clock.now.add({ milliseconds }).toString())
    await simulator.setClock(ctx.clock.now)
  }
}
