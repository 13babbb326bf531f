import type { KyselyPlugin } from 'kysely'
import type { Deps } from '../../src/deps.ts'

/** Thrown where the simulated process is killed. */
export const killed = new Error('the process was killed here')

/**
 * Dependencies of a process that is killed after `steps` steps. A step is a statement, a queued job, a call to STP or
 * its answer. An open transaction is rolled back, as PostgreSQL does when the connection ends.
 */
export function mortalDeps(deps: Deps, steps: number): Deps {
  let left = steps
  function live() {
    if (left <= 0) throw killed
    left -= 1
  }
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      live()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  async function between<T>(call: () => Promise<T>): Promise<T> {
    live()
    const answer = await call()
    live()
    return answer
  }
  const { stp, queue } = deps
  return {
    ...deps,
    db: deps.db.withPlugin(plugin),
    stp: {
      ...stp,
      registerOrder: (...call) => between(() => stp.registerOrder(...call)),
      returnOrder: (...call) => between(() => stp.returnOrder(...call)),
      queryOrder: (...call) => between(() => stp.queryOrder(...call)),
      queryReceived: (...call) => between(() => stp.queryReceived(...call)),
      listPage: (...call) => between(() => stp.listPage(...call)),
      getBalance: (...call) => between(() => stp.getBalance(...call)),
    },
    queue: {
      ...queue,
      async send(...job) {
        live()
        await queue.send(...job)
      },
    },
  }
}
