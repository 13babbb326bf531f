import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Simulator, SimulatorOptions } from './options.ts'

const usage = `STP simulator
  --port P             port (default: any free one)
  --host H             address (default: 127.0.0.1)
  --public-key FILE    PEM that firmas are checked with (default: they are not checked)
  --webhook URL        where changes of state are told
  --settle-ms N        time until an order settles (default: 3000)
  --data FILE|DIR      keeps the orders over restarts
  --company NAME       the only company known (default: any)
  --payer-account N    the only paying account known (default: any)
  --with-parent        ends when standard input or the parent's channel closes
`

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  'public-key': { type: 'string' },
  webhook: { type: 'string' },
  'settle-ms': { type: 'string' },
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

/** The simulator as a program: reads its arguments, starts, prints its address in one line, ends when told. */
export async function runCommand(start: (options: SimulatorOptions) => Promise<Simulator>): Promise<void> {
  const { values } = parseArgs({ options })
  if (values.help) return void process.stdout.write(usage)
  const keyFile = values['public-key']
  const simulator = await start({
    port: whole('port', values.port),
    host: values.host,
    public_key: keyFile === undefined ? undefined : readFileSync(keyFile, 'utf8'),
    webhook: values.webhook,
    settle_ms: whole('settle-ms', values['settle-ms']),
    data: values.data,
    company: values.company,
    payer_account: values['payer-account'],
  })
  const note = keyFile === undefined ? ' (firmas are not checked)' : ''
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
