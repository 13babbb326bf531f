import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Env } from '../env.ts'

type Place = Pick<Env, 'data_dir' | 'database_url'>

/** Folders with documents, contracts, mails with links that open an account, the simulator's orders, and backups. */
const privateFolders = ['files', 'outbox', 'stp', 'backups']

/** Makes all files that this process creates private to its user from now on: folders 0700, files 0600. */
export function makeFilesPrivate() {
  process.umask(0o077)
}

/**
 * The mode of DATA_DIR. For root it is 0711, because the bundled PostgreSQL runs as another user and has to reach its
 * own folder.
 */
function folderMode({ database_url }: Place): number {
  return database_url === undefined && process.getuid?.() === 0 ? 0o711 : 0o700
}

/**
 * Creates a missing DATA_DIR, repairs the modes of its private folders, and sets the process's umask. Returns the fault
 * if DATA_DIR is not writable.
 */
export function prepareDataDir(place: Place): string | undefined {
  const folder = resolve(place.data_dir)
  try {
    process.umask(0o022)
    mkdirSync(folder, { recursive: true, mode: folderMode(place) })
    makeFilesPrivate()
    rmdirSync(mkdtempSync(join(folder, '.writable-')))
    for (const name of privateFolders) {
      const path = join(folder, name)
      if (existsSync(path)) chmodSync(path, 0o700)
    }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    return `DATA_DIR: cannot be written to (${reason}); correct the path or its owner`
  }
  return undefined
}
