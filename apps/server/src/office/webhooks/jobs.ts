import type { Sweep } from '../../jobs/registry.ts'
import { deliverEvents } from './commands/deliver-events.ts'

/** Events of the installation for the programs of others. */
export const webhookJobs: Sweep[] = [
  {
    name: 'deliver-webhooks',
    every_ms: 1_000,
    async run(deps, signal) {
      await deliverEvents(deps, signal)
    },
  },
]
