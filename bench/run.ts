// Measures the product against yardsticks of the same run and prints one table: `npm run bench`. docs/performance.md says
// what each row is. Fills 1,000,000 loans and a tenth of it at the first run, into data/bench (`-- --data-dir FOLDER`).
// `--users 2000 --loans 10000` sets a smaller size, `--only lists,payments` measures some rows, `--server FOLDER` the
// server of another checkout on data of its own, `--rounds 5 --seconds 3` how long, `--page-size 40` larger pages,
// `--results FILE` where the results go. `--write` puts the table into docs/performance.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Size } from './fill-database.ts'
import { describeMachine } from './harness/machine.ts'
import { printResults, type RowResult, readResults, writeResults, writeTable } from './harness/report.ts'
import type { Context, Row } from './harness/row.ts'
import { CONNECTIONS, openSite, type Site } from './harness/site.ts'
import { rows } from './rows/rows.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values: options } = parseArgs({
  options: {
    users: { type: 'string', default: '200000' },
    loans: { type: 'string', default: '1000000' },
    'data-dir': { type: 'string', default: join(root, 'data/bench') },
    server: { type: 'string', default: root },
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    'page-size': { type: 'string', default: '20' },
    results: { type: 'string', default: join(root, 'bench/results/latest.json') },
    write: { type: 'boolean', default: false },
  },
})
const size = { users: Number(options.users), loans: Number(options.loans) }
const server = resolve(options.server)
const wanted = options.only?.split(',')
const scratchSize: Size = { users: 2000, loans: 10_000 }

const unknown = wanted?.filter((name) => rows.every((row) => row.name !== name)) ?? []
if (unknown.length > 0) throw new Error(`no such row: ${unknown.join(', ')}`)

/** The folder of the data of a size. */
const folderOf = ({ loans }: Size) => join(resolve(options['data-dir']), `loans-${loans}`)

/** Opens further servers and closes them at the end of a row. */
function createOpener() {
  const closers: (() => unknown)[] = []
  const keep = (site: Site) => {
    closers.push(site.close)
    return site
  }
  return {
    async openSmall() {
      const small = { users: Math.ceil(size.users / 10), loans: Math.ceil(size.loans / 10) }
      const site = keep(await openSite(folderOf(small), server, small))
      await site.awaitQuiet()
      return site
    },
    async openScratch() {
      const folder = mkdtempSync(join(tmpdir(), 'quincena-bench-'))
      closers.push(() => rmSync(folder, { recursive: true, force: true }))
      const site = keep(await openSite(folder, server, scratchSize))
      await site.awaitQuiet()
      return site
    },
    async closeAll() {
      for (const close of closers.toReversed()) await close()
    },
  }
}

async function measureRow(site: Site, row: Row): Promise<RowResult> {
  const { closeAll, ...openers } = createOpener()
  const rounds = {
    rounds: Number(options.rounds),
    round_ms: Number(options.seconds) * 1000,
    connections: CONNECTIONS,
  }
  const context: Context = { site, rounds, page_size: Number(options['page-size']), server, size, ...openers }
  try {
    await site.keepSessions()
    await site.awaitQuiet()
    const { name, title } = row
    return {
      name,
      title,
      machine: await describeMachine(site, server),
      size,
      lines: await row.measure(context),
    }
  } finally {
    await closeAll()
  }
}

// An end by signal skips the handlers that end the servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const site = await openSite(folderOf(size), server, size)
try {
  const results = readResults(options.results)
  for (const row of rows.filter(({ name }) => wanted === undefined || wanted.includes(name))) {
    console.log(`${row.name}: ${row.title}`)
    try {
      const result = await measureRow(site, row)
      results[row.name] = result
      printResults([result])
      writeResults(options.results, results)
    } catch (error) {
      // The other rows are measured all the same.
      console.error(`${row.name} was not measured:`, error)
      process.exitCode = 1
    }
  }
  const all = rows.flatMap(({ name }) => results[name] ?? [])
  printResults(all)
  if (options.write) writeTable(join(root, 'docs/performance.md'), all)
} finally {
  await site.close()
}
