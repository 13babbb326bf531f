// Runs Lighthouse (mobile) on the login, and signed in on the home and the quote, of a running server with demo data, and
// prints the median of each: `node bench/lighthouse.ts http://127.0.0.1:3000/quincena`. npx fetches Lighthouse; it is not
// a dependency.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { freePort } from '../apps/server/src/db/free-port.ts'
import { type Session, signIn } from './sign-in.ts'

// Asynchronous, because the browser stalls while Playwright cannot read its messages.
const run = promisify(execFile)
const lighthouse = 'lighthouse@13.5.0'
const site = process.argv[2] ?? 'http://127.0.0.1:3000/quincena'
const runs = Number(process.argv[3] ?? 5)
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync']

interface Report {
  categories: Record<string, { score: number }>
  audits: Record<string, { score: number | null; displayValue?: string; scoreDisplayMode: string }>
}

/** Runs Lighthouse once in a new browser profile, signed in if there is a session. */
async function measure(path: string, session: Session | null): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
    args: [...quiet, `--remote-debugging-port=${port}`],
  })
  try {
    if (session !== null) {
      const page = await context.newPage()
      await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
      await page.goto(`${site}/blank`)
      const { token: value, session_id } = session
      await context.addCookies([{ name: 'quincena-session', value, url: `${site}/`, httpOnly: true }])
      await page.evaluate((number) => localStorage.setItem('quincena.session', `${number}`), session_id)
      await page.close()
    }
    const output = join(folder, 'report.json')
    const flags = ['--quiet', '--output=json', `--output-path=${output}`, `--port=${port}`]
    const target = [`${site}/${path}`, '--disable-storage-reset', '--form-factor=mobile', ...flags]
    await run('npx', ['--yes', lighthouse, ...target])
    const report: Report = JSON.parse(readFileSync(output, 'utf8'))
    return report
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function show(name: string, { categories, audits }: Report) {
  const scores = Object.entries(categories).map(([id, { score }]) => `${id} ${Math.round(score * 100)}`)
  const times = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ]
  const shown = times.map((id) => `${id} ${audits[id]?.displayValue ?? '?'}`)
  const failed = Object.entries(audits)
    .filter(([, { score, scoreDisplayMode }]) => score !== null && score < 1 && scoreDisplayMode === 'binary')
    .map(([id]) => id)
  process.stdout.write(
    `${name}: ${scores.join(', ')}\n  ${shown.join(', ')}\n  not passed: ${failed.join(', ') || 'none'}\n`,
  )
}

const session = await signIn(site, 'ana@demo.quincena.mx')
const screens = [
  { name: 'login', path: 'app/login', session: null },
  { name: 'home', path: 'app/home', session },
  { name: 'quote', path: 'app/new-credit', session },
]
for (const screen of screens) {
  const scores: number[] = []
  for (let turn = 1; turn <= runs; turn += 1) {
    const report = await measure(screen.path, screen.session)
    show(`${screen.name} ${turn}`, report)
    scores.push(Math.round((report.categories.performance?.score ?? 0) * 100))
  }
  const median = scores.toSorted((a, b) => a - b)[Math.floor(runs / 2)]
  process.stdout.write(`${screen.name}: median performance ${median} of ${scores.join(', ')}\n`)
}
