import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Env } from '../env.ts'
import { listOf } from './formats.ts'
import { SettingsError } from './settings-error.ts'

type Place = Pick<Env, 'audit_key' | 'data_dir'>

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

const fileOf = (data_dir: string) => join(resolve(data_dir), 'audit-key')

/** The key that a demo keeps; undefined before its first start. */
function readKeptKey(data_dir: string): string | undefined {
  try {
    return readFileSync(fileOf(data_dir), 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/**
 * The keys of the audit trail: those of AUDIT_KEY, or the one in a file of DATA_DIR, which is for demos. They are never
 * in the database, whose owner must not be able to write rows that look like the server's. Throws a `SettingsError`
 * where there is none: a command with a new key would call every row forged, and write rows that nobody can verify.
 */
export function loadAuditKeys({ audit_key, data_dir }: Place): readonly [string, ...string[]] {
  const [first, ...older] = audit_key === undefined ? [] : listOf(audit_key)
  if (first !== undefined) return [first, ...older]
  const kept = readKeptKey(data_dir)
  if (kept === undefined) throw new SettingsError(['AUDIT_KEY: is missing; set the one of the server'])
  return [kept]
}

/** Makes the key of a demo at its first start, also by two processes at once. */
export function makeAuditKey({ audit_key, data_dir }: Place): void {
  if (audit_key !== undefined) return
  mkdirSync(resolve(data_dir), { recursive: true })
  try {
    writeFileSync(fileOf(data_dir), randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  }
}
