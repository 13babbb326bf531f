// Preloaded into a server process of a test (`node --import`): its clock starts at the instant it was started with
// and runs on, so that no test depends on the hour, and an outage of a minute takes no minute.
import { isMainThread } from 'node:worker_threads'

const started = process.argv[2]
if (isMainThread && started !== undefined) {
  const realNow = Temporal.Now.instant
  const shift = realNow().until(Temporal.Instant.from(started))
  Object.defineProperty(Temporal.Now, 'instant', { value: () => realNow().add(shift) })
}
