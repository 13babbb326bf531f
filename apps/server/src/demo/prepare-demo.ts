import type { Deps } from '../deps.ts'
import { scheduleBalance } from '../treasury/reconciliation/commands/refresh-balance.ts'
import { copyOrdersToSimulator } from './copy-orders.ts'
import type { DemoAccess } from './greeting.ts'
import { hasPublishedPassword, replaceDemoPasswords } from './passwords.ts'
import { hasPeople } from './people-fault.ts'
import { seedDemo } from './seed.ts'

/**
 * Fills an empty database with demo data. If other machines can reach the server, random passwords replace the
 * published one, also in a database that was filled earlier. Returns how demo users sign in.
 */
export async function prepareDemo(deps: Deps, stp_url: string): Promise<DemoAccess> {
  const { db, env } = deps
  if (!(await hasPeople(db))) {
    await seedDemo(deps)
    if (env.stp.simulator) await copyOrdersToSimulator(deps, stp_url)
    // The first job after the start compares STP's balance with the books of the whole history.
    await scheduleBalance(deps)
  }
  if (env.reachable) return { made: await replaceDemoPasswords(db) }
  return (await hasPublishedPassword(db)) ? 'published' : { made: new Map() }
}
