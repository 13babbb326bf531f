import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { FaultInput } from '../src/integrations/stp/simulator/fault.ts'
import type { SeedInput } from '../src/integrations/stp/simulator/seeded-faults.ts'
import type { TestContext } from './context.ts'
import { startProgram } from './program.ts'

const program = fileURLToPath(new URL('../src/integrations/stp/simulator.ts', import.meta.url))

const ordersAnswer = z.object({
  orders: z.array(
    z.object({
      claveRastreo: z.string(),
      cuentaBeneficiario: z.string(),
      estado: z.string(),
      monto: z.number(),
    }),
  ),
})
export type OrderAtStp = z.infer<typeof ordersAnswer>['orders'][number]

/** A running STP simulator, controlled through its admin API. */
export interface SimulatorProcess {
  url: string
  orders: () => Promise<OrderAtStp[]>
  /** Sets random and planned faults; an empty object removes all. */
  setFaults: (faults: Partial<SeedInput> & { faults?: FaultInput[] }) => Promise<void>
  setClock: (now: Temporal.Instant) => Promise<void>
  setWebhook: (api: string) => Promise<void>
  kill: () => Promise<void>
}

/** Starts `npm run stp:simulator` in a child process; it verifies signatures with the context's key. */
export async function startSimulatorProcess(ctx: TestContext, settle_ms: number): Promise<SimulatorProcess> {
  const { env, secrets } = ctx.deps
  const key = join(env.data_dir, 'stp-public-key.pem')
  writeFileSync(key, secrets.stp_public_key)
  const named = { 'public-key': key, data: join(env.data_dir, 'stp'), 'settle-ms': String(settle_ms) }
  const options = Object.entries(named).flatMap(([name, value]) => [`--${name}`, value])
  const simulator = startProgram([program, '--with-parent', ...options])
  const url = await simulator.printed(/(http:\S+)/)

  async function put(path: string, body: unknown) {
    const answer = await fetch(`${url}/admin/${path}`, { method: 'PUT', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`The simulator refused ${path}: ${await answer.text()}`)
  }
  return {
    url,
    orders: async () => ordersAnswer.parse(await (await fetch(`${url}/admin/orders`)).json()).orders,
    setFaults: (faults) => put('faults', { faults: [], ...faults }),
    setClock: (now) => put('clock', { now: now.toString() }),
    setWebhook: (api) =>
      put('settings', { webhook: `${api}/stp/webhooks/${secrets.stp_webhook_secret}/order-state` }),
    kill: simulator.kill,
  }
}
