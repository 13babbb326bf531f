import type { TestContext } from './context.ts'
import type { SimulatorProcess } from './simulator-process.ts'

/** The clock for servers that restart: it runs with real time and advances further at each restart. */
export function startTime(ctx: TestContext, simulator: SimulatorProcess) {
  let set_at = performance.now()

  /** Advances the context's and STP's clock by the real time since the last call and `seconds`. */
  return async function pass(seconds: number) {
    const milliseconds = Math.ceil(performance.now() - set_at) + seconds * 1000
    set_at = performance.now()
    ctx.setNow(ctx.clock.now.add({ milliseconds }).toString())
    await simulator.setClock(ctx.clock.now)
  }
}
