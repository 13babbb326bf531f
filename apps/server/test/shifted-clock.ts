// Preloaded into a server process of a test (`node --import`). The clock starts at the instant in the last argument, so
// that no test depends on the real time, and a simulated outage of a minute does not take a minute.
import { isMainThread } from 'node:worker_threads'

const started = process.argv[2]
if (isMainThread && started !== undefined) {
  const realNow = Temporal.Now.instant
  const shift = realNow().until(Temporal.Instant.from(started))
  Object.defineProperty(Temporal.Now, 'instant', { value: () => realNow().add(shift) })
}
