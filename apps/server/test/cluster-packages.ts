import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The programs of a cluster, and the packages of Debian that have them. */
const clusterPrograms = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
}

/** The programs of one machine, set up as docs/operations says. */
export const machinePrograms = { nginx: 'nginx', pgbouncer: 'pgbouncer', openssl: 'openssl' }

/** The folder of the newest PostgreSQL of Debian's packages with `pg_rewind` and `pg_basebackup`. */
export function findPostgres(): string | undefined {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((folder) => existsSync(join(folder, 'pg_rewind')))
}

const hasProgram = (name: string) =>
  ['/usr/bin', '/usr/sbin', '/bin', '/sbin'].some((folder) => existsSync(join(folder, name)))

/** What to install before these programs and PostgreSQL can start; empty if nothing lacks. */
export function missingPackages(needed: Record<string, string> = clusterPrograms): string[] {
  const missing = Object.entries(needed).filter(([program]) => !hasProgram(program))
  const postgres = findPostgres() === undefined ? ['postgresql'] : []
  return [...postgres, ...missing.map(([, name]) => name)]
}
