import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readClock } from './hours.ts'

export interface BundledSimulator {
  /** For `STP_URL` and `STP_QUERY_URL` alike. */
  url: string
  /** Tells it where changes of state go, once our own address is known. */
  setWebhook(url: string): Promise<void>
  stop(): Promise<void>
}

export interface BundledOptions {
  /** The server's data folder; the simulator keeps its orders in `stp/` there. */
  data_dir: string
  public_key: string
  company: string
  payer_account: string
  /** 0 or absent: any free one. */
  port?: number
}

const program = join(import.meta.dirname, 'simulator.ts')

/** Starts the STP simulator beside the server, as a process that ends with its parent even when that is killed. */
export async function startBundledSimulator(options: BundledOptions): Promise<BundledSimulator> {
  const data = join(options.data_dir, 'stp')
  const keyFile = join(data, 'public-key.pem')
  mkdirSync(data, { recursive: true })
  writeFileSync(keyFile, options.public_key)
  const own = ['--company', options.company, '--payer-account', options.payer_account]
  const port = ['--port', String(options.port ?? 0)]
  const child = spawn(
    process.execPath,
    [program, '--with-parent', '--public-key', keyFile, '--data', data, ...port, ...own],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const lines = createInterface({ input: child.stdout })
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit')])
  const url = /http:\S+/.exec(String(line))?.[0]
  if (url === undefined) throw new Error(`the STP simulator did not start: ${line}`)

  const tell = async (what: 'settings' | 'clock', body: object) => {
    const response = await fetch(`${url}/admin/${what}`, { method: 'PUT', body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`the STP simulator refused the ${what}: HTTP ${response.status}`)
  }
  // Plain days until somebody sets its clock: who tries the product at midnight or on a Sunday is served.
  if ((await readClock(url))?.mode === 'real') await tell('clock', { now: null })

  return {
    url,
    setWebhook: (webhook) => tell('settings', { webhook }),
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}
