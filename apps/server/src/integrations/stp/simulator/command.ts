import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Simulator, SimulatorOptions } from './options.ts'

const usage = `STP simulator
  --port P             port (default: any free one)
  --host H             address (default: 127.0.0.1)
  --public-key FILE    PEM that firmas are checked with (default: any well-formed base64 is accepted)
  --webhook URL        where changes of state are posted; a folder gets /order-state and /payment
  --payment-webhook URL  where incoming payments are posted (default: /payment beside /order-state)
  --settle-ms N        time until an order settles (default: 3000)
  --data FILE|DIR      keeps orders, payments, accounts and clock across restarts
  --hourly-limit N     queries per hour (default: no limit; STP's is 100)
  --seed N             random faults, the same for the same seed and calls
  --fault-rate R       share of decisions that fail with --seed, 0 to 1 (default: 0.3)
  --company NAME       the only company known (default: any)
  --payer-account N    the only paying account known (default: any)
  --with-parent        ends when standard input or the parent's channel closes
`

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  'public-key': { type: 'string' },
  webhook: { type: 'string' },
  'payment-webhook': { type: 'string' },
  'settle-ms': { type: 'string' },
  'hourly-limit': { type: 'string' },
  seed: { type: 'string' },
  'fault-rate': { type: 'string', default: '0.3' },
  data: { type: 'string' },
  company: { type: 'string' },
  'payer-account': { type: 'string' },
  'with-parent': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

function whole(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!/^\d+$/.test(value)) throw new Error(`--${name} takes a whole number`)
  return Number(value)
}

/**
 * Runs the simulator as a program: reads the arguments, starts it, prints its address in one line and stops on SIGINT
 * or SIGTERM (with `--with-parent` also when the parent ends). Throws on a bad argument.
 */
export async function runCommand(start: (options: SimulatorOptions) => Promise<Simulator>): Promise<void> {
  const { values } = parseArgs({ options })
  if (values.help) return void process.stdout.write(usage)
  const keyFile = values['public-key']
  const simulator = await start({
    port: whole('port', values.port),
    host: values.host,
    public_key: keyFile === undefined ? undefined : readFileSync(keyFile, 'utf8'),
    webhook: values.webhook,
    payment_webhook: values['payment-webhook'],
    settle_ms: whole('settle-ms', values['settle-ms']),
    hourly_limit: whole('hourly-limit', values['hourly-limit']),
    data: values.data,
    company: values.company,
    payer_account: values['payer-account'],
  })
  const seed = whole('seed', values.seed)
  if (seed !== undefined) simulator.faults.seed({ seed, rate: Number(values['fault-rate']) })
  const note = keyFile === undefined ? ' (any well-formed firma is taken)' : ''
  process.stdout.write(`STP simulator on ${simulator.url}${note}\n`)
  const end = async () => {
    await simulator.stop()
    process.exit(0)
  }
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  if (!values['with-parent']) return
  process.once('disconnect', end)
  process.stdin.once('close', end).resume()
}
