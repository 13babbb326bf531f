import { createHash } from 'node:crypto'

/** A server with its STP to each of the runner's workers, so that no test meets another's people, pauses or faults. */
function mine(addresses: string | undefined): string | undefined {
  const all = addresses?.split(',') ?? []
  return all[Number(process.env.TEST_PARALLEL_INDEX ?? 0) % all.length]
}

/** Where this worker's server answers. */
export const siteUrl = mine(process.env.E2E_URL) ?? 'http://127.0.0.1:3000'

/** Where its STP simulator is told what to do. */
export const stpUrl = mine(process.env.E2E_STP_URL) ?? 'http://127.0.0.1:3001'

/** Where it keeps its data, and in `outbox` the mail it sends. */
export const dataFolder = mine(process.env.E2E_DATA_DIR) ?? process.env.DATA_DIR ?? 'data'

/** The address that somebody calls from, as a proxy tells it: what is limited by address limits nobody else. */
export function callsFrom(who: string) {
  const [a, b, c] = createHash('sha256').update(who).digest()
  return { 'x-forwarded-for': `10.${a}.${b}.${c}` }
}
