import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import type { Site } from './site.ts'

/** What a run was measured on, kept with its results. */
export interface Machine {
  date: string
  commit: string
  cpu: string
  cores: number
  memory_gb: number
  node: string
  postgres: string
  /** Settings of PostgreSQL that are not its defaults. */
  settings: string
}

/** Settings that say where the files are, and those of the session, which say nothing. */
const leftOut =
  /file|directory|directories|^port$|^TimeZone|^DateStyle|^lc_|^default_text|^client_|^application_name/i

export async function describeMachine({ pool }: Site, server: string): Promise<Machine> {
  const { rows } = await pool.query(
    `select name, current_setting(name) as value from pg_settings
      where source not in ('default', 'client', 'override') order by name`,
  )
  const settings = rows
    .filter(({ name }) => !leftOut.test(name))
    .map(({ name, value }) => `${name}=${value}`)
    .join(', ')
  const version = await pool.query('show server_version')
  const git = ['-C', server, 'describe', '--always', '--dirty', '--abbrev=8']
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', git, { encoding: 'utf8' }).trim(),
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 1024 ** 3),
    node: process.version,
    postgres: version.rows[0].server_version,
    settings,
  }
}
