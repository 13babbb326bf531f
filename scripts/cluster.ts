// Starts the whole product on a cluster of three PostgreSQL nodes on this machine, kills its primary under load
// `--failovers` times and prints what came of it; exit code 1 if an acceptance was lost or doubled. docs/scaling.md says
// more. The folder of the cluster is removed at the end.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { missingPackages } from '../apps/server/test/cluster-packages.ts'

const { values } = parseArgs({ options: { failovers: { type: 'string', default: '10' } } })
const failovers = Number(values.failovers)
if (!Number.isInteger(failovers) || failovers < 1) {
  process.stderr.write('--failovers: is not a number from 1 on\n')
  process.exit(78)
}
const missing = missingPackages()
if (missing.length > 0) {
  process.stderr.write(`These packages of Debian are missing: apt-get install ${missing.join(' ')}\n`)
  process.exit(69)
}
const test = ['run', '--project', 'server', 'apps/server/test/failover.test.ts']
const { status } = spawnSync('npx', ['vitest', ...test], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, FAILOVERS: String(failovers) },
  stdio: 'inherit',
})
process.exitCode = status === 0 ? 0 : 1
