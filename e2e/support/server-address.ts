import { createHash } from 'node:crypto'

/** Each parallel Playwright worker has its own server and STP, so that tests do not share users, pauses or faults. */
function pickOwnAddress(addresses: string | undefined): string | undefined {
  const all = addresses?.split(',') ?? []
  return all[Number(process.env.TEST_PARALLEL_INDEX ?? 0) % all.length]
}

/** URL of this Playwright worker's server. */
export const siteUrl = pickOwnAddress(process.env.E2E_URL) ?? 'http://127.0.0.1:3000'

/** URL of its STP simulator, with the admin API. */
export const stpUrl = pickOwnAddress(process.env.E2E_STP_URL) ?? 'http://127.0.0.1:3001'

/** Its data folder; sent mails are in `outbox`. */
export const dataFolder = pickOwnAddress(process.env.E2E_DATA_DIR) ?? process.env.DATA_DIR ?? 'data'

/** Proxy header with an IP address derived from a name, so that rate limits per address do not affect other tests. */
export function addressHeader(caller: string) {
  const [a, b, c] = createHash('sha256').update(caller).digest()
  return { 'x-forwarded-for': `10.${a}.${b}.${c}` }
}
