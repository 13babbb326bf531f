import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Env } from '../env.ts'
import { listOf } from './variables.ts'

type Place = Pick<Env, 'audit_key' | 'data_dir'>

/** The key that a demo keeps; made at its first start, also by two processes at once. */
function keptKey(data_dir: string): string {
  const file = join(resolve(data_dir), 'audit-key')
  mkdirSync(resolve(data_dir), { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8')
}

/**
 * The keys of the audit trail: those of AUDIT_KEY, or one in a file of DATA_DIR, which is for demos. They are never in
 * the database, whose owner must not be able to write rows that look like the server's.
 */
export function loadAuditKeys({ audit_key, data_dir }: Place): readonly [string, ...string[]] {
  const [first, ...older] = audit_key === undefined ? [] : listOf(audit_key)
  return first === undefined ? [keptKey(data_dir)] : [first, ...older]
}
