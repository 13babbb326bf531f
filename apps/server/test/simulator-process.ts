import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { FaultInput } from '../src/integrations/stp/simulator/fault.ts'
import type { PaymentInput } from '../src/integrations/stp/simulator/payments.ts'
import type { SeedInput } from '../src/integrations/stp/simulator/seeded-faults.ts'
import type { StpMovement } from './centavos.ts'
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
const movementsAnswer = z.object({
  movements: z.array(
    z.object({
      of: z.enum(['opening', 'sent', 'received', 'deposit', 'withdrawal', 'fee']),
      order_id: z.number().nullable(),
      tracking_key: z.string().nullable(),
      saldo_cents: z.number(),
      pending_cents: z.number(),
    }),
  ),
})
const playedAnswer = z.object({ played: z.array(z.object({ on: z.string(), action: z.string() })) })
export type OrderAtStp = z.infer<typeof ordersAnswer>['orders'][number]

/** A running STP simulator, controlled through its admin API. */
export interface SimulatorProcess {
  url: string
  orders: () => Promise<OrderAtStp[]>
  /** Sets random and planned faults. */
  setFaults: (faults: SeedInput & { faults?: FaultInput[] }) => Promise<void>
  /** Removes all faults, and what struck. */
  clearFaults: () => Promise<void>
  /** The names of the faults that struck, such as `event payment`, once for each time. */
  playedFaults: () => Promise<string[]>
  setClock: (now: Temporal.Instant) => Promise<void>
  setWebhook: (api: string) => Promise<void>
  /** STP receives money for the lender and posts its callback. */
  receive: (payment: PaymentInput) => Promise<void>
  /** The lender takes its own money, in pesos, from its account at STP. */
  withdraw: (monto: number) => Promise<void>
  /** The movements of STP's own books. */
  movements: () => Promise<StpMovement[]>
  kill: () => Promise<void>
}

/** Starts `npm run stp:simulator` in a child process; it verifies signatures with the context's key. */
export async function startSimulatorProcess(ctx: TestContext, settle_ms: number): Promise<SimulatorProcess> {
  const { env, secrets } = ctx.deps
  const key = join(env.data_dir, 'stp-public-key.pem')
  writeFileSync(key, secrets.stp_public_key)
  const named = {
    ...{ 'public-key': key, data: join(env.data_dir, 'stp'), 'settle-ms': String(settle_ms) },
    ...{ company: env.stp.company, 'payer-account': env.stp.payer_account },
  }
  const options = Object.entries(named).flatMap(([name, value]) => [`--${name}`, value])
  const simulator = startProgram([program, '--with-parent', ...options])
  const url = await simulator.printed(/(http:\S+)/)

  async function send(method: 'PUT' | 'POST' | 'DELETE', path: string, body: unknown) {
    const answer = await fetch(`${url}/admin/${path}`, { method, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`The simulator refused ${path}: ${await answer.text()}`)
  }
  return {
    url,
    orders: async () => ordersAnswer.parse(await (await fetch(`${url}/admin/orders`)).json()).orders,
    setFaults: (faults) => send('PUT', 'faults', { faults: [], ...faults }),
    clearFaults: () => send('DELETE', 'faults', {}),
    async playedFaults() {
      const answer = await fetch(`${url}/admin/faults/played`)
      return playedAnswer.parse(await answer.json()).played.map(({ on, action }) => `${on} ${action}`)
    },
    setClock: (now) => send('PUT', 'clock', { now: now.toString() }),
    setWebhook: (api) =>
      send('PUT', 'settings', { webhook: `${api}/stp/webhooks/${secrets.stp_webhook_secret}/order-state` }),
    receive: (payment) => send('POST', 'payments', payment),
    withdraw: (monto) => send('POST', 'withdrawals', { monto }),
    movements: async () =>
      movementsAnswer.parse(await (await fetch(`${url}/admin/movements`)).json()).movements,
    kill: simulator.kill,
  }
}
