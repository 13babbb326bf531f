// Measures how an import of 20,000 workers slows other requests: `node bench/upload-latency.ts [rows]`. Starts a server
// and sends the same mix of requests while it is idle and during the import. Fails when the median during the import is
// more than twice the idle one, or when a row is rejected.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startProgram } from '../apps/server/test/program.ts'
import { bookOf, workerCells, workersSheet } from '../apps/server/test/worker-sheet.ts'

const rows = Number(process.argv[2] ?? 20_000)
const allowedRatio = 2
const idle_ms = 15_000
/** Pause between requests; keeps the rate below the server's limit for a session. */
const pause_ms = 60
const people = ['admin@demo.quincena.mx', 'gerente@demo.quincena.mx']
const paths = ['/auth/users?page_size=20', '/loan?page_size=20', '/company/', '/auth/user']

const program = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))
const data_dir = mkdtempSync(join(tmpdir(), 'quincena-bench-'))
// The bundled PostgreSQL may run as another system user.
chmodSync(data_dir, 0o755)
const server = startProgram([program], { PORT: '0', DATA_DIR: data_dir })
const api = `${await server.printed(/Quincena\s+(http:\/\/\S+)\//)}/api`

async function signIn(email: string): Promise<string> {
  const answer = await fetch(`${api}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Quincena-2026' }),
  })
  return (await answer.json()).token
}

const tokens = await Promise.all(people.map(signIn))

async function get(path: string, turn = 0) {
  const answer = await fetch(`${api}${path}`, {
    headers: { authorization: `Bearer ${tokens[turn % tokens.length]}` },
  })
  const body = await answer.json()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body.detail}`)
  return body
}

/** Sends requests one after another while `shouldContinue` is true; returns how long each took in ms, sorted. */
async function measure(shouldContinue: () => boolean): Promise<number[]> {
  const took: number[] = []
  for (let turn = 0; shouldContinue(); turn += 1) {
    const began = performance.now()
    await get(paths[turn % paths.length] ?? '/auth/user', turn)
    took.push(performance.now() - began)
    await sleep(pause_ms)
  }
  return took.sort((left, right) => left - right)
}

const at = (took: number[], share: number) =>
  Number((took[Math.floor(took.length * share)] ?? Number.NaN).toFixed(1))
const figures = (took: number[]) => ({
  requests: took.length,
  median_ms: at(took, 0.5),
  p95_ms: at(took, 0.95),
  slowest_ms: at(took, 0.9999),
})

async function upload(bytes: Buffer) {
  const body = new FormData()
  body.set('company_name', (await get('/company/')).results[0].name)
  body.set('excel_file', new Blob([new Uint8Array(bytes)]), 'trabajadores.xlsx')
  const headers = { authorization: `Bearer ${tokens[0]}` }
  const began = performance.now()
  const answer = await (await fetch(`${api}/auth/upload-users/`, { method: 'POST', headers, body })).json()
  const read_ms = performance.now() - began
  for (;;) {
    const job = await get(`/imports/${answer.job}`)
    if (job.state === 'finished') return { job, read_ms, total_ms: performance.now() - began }
    await sleep(500)
  }
}

try {
  const bytes = bookOf(workersSheet(Array.from({ length: rows }, (_, n) => workerCells(n))))
  const warm = performance.now() + 3000
  await measure(() => performance.now() < warm)
  const until = performance.now() + idle_ms
  const idle = figures(await measure(() => performance.now() < until))

  let isOver = false
  const uploading = upload(bytes).finally(() => {
    isOver = true
  })
  const busy = figures(await measure(() => !isOver))
  const { job, read_ms, total_ms } = await uploading
  const ratio = Number((busy.median_ms / idle.median_ms).toFixed(2))
  console.log({
    rows,
    file_MB: Number((bytes.length / 1024 / 1024).toFixed(1)),
    created: job.created,
    rejected: job.rejected_count,
    answered_after_s: Number((read_ms / 1000).toFixed(1)),
    total_s: Number((total_ms / 1000).toFixed(1)),
    rows_per_s: Math.round(rows / (total_ms / 1000)),
    idle,
    busy,
    ratio,
  })
  if (job.created !== rows || ratio > allowedRatio) process.exitCode = 1
} finally {
  await server.end()
  rmSync(data_dir, { recursive: true, force: true })
}
