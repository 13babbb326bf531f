import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readClock } from './hours.ts'

/** A running bundled simulator. */
export interface BundledSimulator {
  /** The base address, for both `STP_URL` and `STP_QUERY_URL`. */
  url: string
  /** Sets the address of the callbacks, once the server's own address is known. */
  setWebhook(url: string): Promise<void>
  stop(): Promise<void>
}

/** Options of the bundled simulator. */
export interface BundledOptions {
  /** The server's data folder; the simulator keeps its orders in `stp/` there. */
  data_dir: string
  /** PEM of the key that firmas are checked with. */
  public_key: string
  company: string
  payer_account: string
  /** 0 or absent: any free port. */
  port?: number
}

const program = fileURLToPath(new URL('./simulator.ts', import.meta.url))

/**
 * Starts the STP simulator as a child process and resolves when it listens. It ends with its parent, even when the
 * parent is killed. Throws when it does not start.
 */
export async function startBundledSimulator(options: BundledOptions): Promise<BundledSimulator> {
  const data = join(options.data_dir, 'stp')
  const keyFile = join(data, 'public-key.pem')
  mkdirSync(data, { recursive: true })
  writeFileSync(keyFile, options.public_key)
  const companyArgs = ['--company', options.company, '--payer-account', options.payer_account]
  const port = ['--port', String(options.port ?? 0)]
  const child = spawn(
    process.execPath,
    [program, '--with-parent', '--public-key', keyFile, '--data', data, ...port, ...companyArgs],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const lines = createInterface({ input: child.stdout })
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit')])
  const url = /http:\S+/.exec(String(line))?.[0]
  if (url === undefined) throw new Error(`the STP simulator did not start: ${line}`)

  const put = async (what: 'settings' | 'clock', body: object) => {
    const response = await fetch(`${url}/admin/${what}`, { method: 'PUT', body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`the STP simulator refused the ${what}: HTTP ${response.status}`)
  }
  // Plain days (no cut, bank holidays or pause) until the clock is set, so that a demo also works at midnight or on a
  // Sunday.
  if ((await readClock(url))?.mode === 'real') await put('clock', { now: null })

  return {
    url,
    setWebhook: (webhook) => put('settings', { webhook }),
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}
