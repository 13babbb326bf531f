import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { readStoreEnv } from '../env.ts'
import {
  type BackupReader,
  manifestPath,
  openBackups,
  openFolder,
} from '../integrations/storage/backup-store.ts'
import { newestOf } from '../office/backups/rules.ts'

/** The backup of a folder, or of a name in the store of backups; `newest` is the newest complete one there. Throws if there is none. */
export async function openBackup(
  env: ReturnType<typeof readStoreEnv>,
  wanted: string,
): Promise<BackupReader> {
  if (existsSync(join(wanted, manifestPath))) return openFolder(wanted)
  const backups = await openBackups(env)
  const found = await backups.list()
  const name = wanted === 'newest' ? newestOf(found) : wanted
  if (name !== undefined && found.some((backup) => backup.name === name && backup.is_complete))
    return backups.open(name)
  const names = found.filter(({ is_complete }) => is_complete).map((backup) => backup.name)
  throw new Error(`There is no backup ${wanted}; there are: ${names.sort().join(', ') || 'none'}`)
}
