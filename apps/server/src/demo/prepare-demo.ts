import type { Deps } from '../lib/deps.ts'
import type { DemoAccess } from './greeting.ts'
import { hasPublishedPassword, replaceDemoPasswords } from './passwords.ts'
import { hasPeople } from './people-fault.ts'
import { seedDemo } from './seed.ts'
import { teachSimulator } from './teach-simulator.ts'

/**
 * Fills an empty database with demo data. Where others can reach the server, the published password is replaced by
 * random ones, also in a database that was filled while only this machine could. Answers what people sign in with.
 */
export async function prepareDemo(deps: Deps, stp_url: string): Promise<DemoAccess> {
  const { db, env } = deps
  if (!(await hasPeople(db))) {
    await seedDemo(deps)
    if (env.stp.simulator) await teachSimulator(deps, stp_url)
  }
  if (env.reachable) return { made: await replaceDemoPasswords(db) }
  return (await hasPublishedPassword(db)) ? 'published' : { made: new Map() }
}
