import { setTimeout as sleep } from 'node:timers/promises'
import { read, utils } from '@e965/xlsx'
import pg from 'pg'
import { bookOf, workerCells, workersSheet } from '../../apps/server/test/worker-sheet.ts'
import { copyRows } from '../copy-rows.ts'
import { Lines } from '../generate/lines.ts'
import { clientTime, clusterTime, familyTime, memoryOf } from '../harness/processor-time.ts'
import type { Row } from '../harness/row.ts'
import { round } from '../harness/row.ts'
import type { Site } from '../harness/site.ts'
import { askDuring, askIdle } from './others.ts'

const ROWS = 50_000
const LOANS_PER_ROW = 20
const FEWEST_ROWS = 1000

/** So much smaller is the file that is uploaded while others ask. */
const SMALLER = 5

const bookOfRows = (from: number, rows: number) =>
  bookOf(workersSheet(Array.from({ length: rows }, (_, n) => workerCells(from + n))))

interface UploadAnswer {
  ok: boolean
  job?: number
  error?: string
}

async function sendFile(site: Site, file: Buffer): Promise<UploadAnswer> {
  const companies = JSON.parse(await site.send({ path: '/company/' }))
  const body = new FormData()
  body.set('company_name', companies.results[0].name)
  body.set('excel_file', new Blob([new Uint8Array(file)]), 'trabajadores.xlsx')
  const headers = { authorization: `Bearer ${site.tokenOf('staff')}` }
  const answer = await fetch(`${site.api}/auth/upload-users/`, { method: 'POST', headers, body })
  return answer.json()
}

/** Uploads a file and waits until its rows are imported. */
async function upload(site: Site, file: Buffer): Promise<void> {
  const answer = await sendFile(site, file)
  if (!answer.ok) throw new Error(`the server refuses the file: ${answer.error}`)
  for (;;) {
    const job = JSON.parse(await site.send({ path: `/imports/${answer.job}` }))
    if (job.rejected_count > 0) throw new Error(`${job.rejected_count} rows were refused`)
    if (job.state === 'finished') return
    await sleep(100)
  }
}

const columns = [
  ...[
    'first_name',
    'last_name',
    'email',
    'key',
    'curp',
    'rfc',
    'ine',
    'phone',
    'gender',
    'birthday',
    'address',
  ],
  ...['neighborhood', 'city', 'state', 'zip_code', 'position', 'department', 'biweekly_salary_cents', 'bank'],
  ...['debit_card_number', 'bank_account_number', 'user_type', 'company_id'],
]

/** Parses the file and copies its rows into a table like that of the users, with all of its indexes. */
async function parseAndCopy(site: Site, client: pg.Client, file: Buffer): Promise<void> {
  const book = read(file)
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
  const records = utils.sheet_to_json<Record<string, string | number>>(sheet)
  const lines = new Lines('bench.uploaded', columns)
  for (const record of records) {
    const { Nombre, Apellidos, Clave, CURP, RFC, INE, Género, Dirección, Colonia, Ciudad, Puesto } = record
    const [day, month, year] = String(record['Fecha de nacimiento']).split('/')
    lines.add(
      [
        ...[Nombre, Apellidos, record['Correo electrónico'], Clave, CURP, RFC, INE, record.Teléfono, Género],
        ...[`${year}-${month}-${day}`, Dirección, Colonia, Ciudad, 'NLE', record['Código postal'], Puesto],
        ...[
          record.Departamento,
          Number(record['Sueldo quincenal']) * 100,
          '40012',
          record['CLABE interbancaria'],
        ],
        ...[record['Número de cuenta bancaria'], 'U2', site.places.company],
      ].map((value) => value ?? null),
    )
  }
  await copyRows(client, lines, lines.take())
}

async function measureCopy(site: Site, file: Buffer) {
  const client = new pg.Client({ connectionString: site.url })
  await client.connect()
  try {
    await client.query('create schema if not exists bench')
    await client.query('create table bench.uploaded (like app_user including all)')
    const spent = () => clientTime() + clusterTime(site.postmaster)
    const [began, before] = [performance.now(), spent()]
    await parseAndCopy(site, client, file)
    return { ms: performance.now() - began, cpu_ms: spent() - before }
  } finally {
    await client.end()
  }
}

/** An upload of many users against parsing and copying as many rows, with what it costs the others. */
export const uploadsRow: Row = {
  name: 'uploads',
  title: 'Upload of 50,000 users against parsing and COPY; the longest block of the event loop; memory',
  async measure({ size, openScratch }) {
    const rows = Math.min(ROWS, Math.max(FEWEST_ROWS, Math.round(size.loans / LOANS_PER_ROW)))
    const site = await openScratch()
    const file = bookOfRows(0, rows)
    const copy = await measureCopy(site, file)
    const idle = await askIdle(site)
    const [pid = 0] = site.server_pids()
    const spent = () => familyTime(pid) + clusterTime(site.postmaster)
    const before = { cpu_ms: spent(), now_mb: memoryOf(pid).now_mb, began: performance.now() }
    await site.longestBlock()
    const most = watchMemory(pid)
    await upload(site, file)
    const alone = { ms: performance.now() - before.began, cpu_ms: spent() - before.cpu_ms }
    const blocked = await site.longestBlock()
    const peak_mb = most()
    const other = bookOfRows(rows, Math.round(rows / SMALLER))
    const busy = await askDuring(site, () => upload(site, other))
    const took = { upload_s: round(alone.ms / 1000), copy_s: round(copy.ms / 1000) }
    return [
      {
        what: `${rows} users`,
        ratio: round(alone.ms / copy.ms),
        target: { at_most: 3 },
        detail: { by_cpu: round(alone.cpu_ms / copy.cpu_ms), ...took },
      },
      {
        what: 'longest block of the event loop, ms of processor time',
        ratio: round(blocked.cpu_ms, 1),
        target: { at_most: 50 },
        detail: { by_clock_ms: round(blocked.ms, 1) },
      },
      {
        what: 'most memory against that before',
        ratio: round(peak_mb / before.now_mb),
        target: { at_most: 1.3 },
        detail: { before_mb: Math.round(before.now_mb), most_mb: Math.round(peak_mb) },
      },
      {
        what: `others' median during the upload`,
        ratio: round(busy.p50_ms / idle.p50_ms),
        target: { at_most: 2 },
        detail: {
          idle_ms: round(idle.p50_ms, 1),
          busy_ms: round(busy.p50_ms, 1),
          longest_ms: round(busy.longest_ms, 1),
        },
      },
    ]
  },
}

const memoryCheck_ms = 100

/** Watches the memory of a process; the returned function ends it and gives the most, in MB. */
function watchMemory(pid: number): () => number {
  let most = 0
  const look = () => {
    most = Math.max(most, memoryOf(pid).now_mb)
  }
  const timer = setInterval(look, memoryCheck_ms)
  return () => {
    clearInterval(timer)
    return most
  }
}
