import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Env } from '../env.ts'

type Place = Pick<Env, 'data_dir' | 'database_url'>

/** Hold documents, contracts, mails with links that open an account, the simulator's orders, and copies of all of it. */
const privateFolders = ['files', 'outbox', 'stp', 'backups']

/** From here on, what this process creates is its user's alone: folders 0700, files 0600. */
export function makeFilesPrivate() {
  process.umask(0o077)
}

/** Root runs the bundled PostgreSQL as another user, who has to pass through DATA_DIR to its own folder. */
function folderMode({ database_url }: Place): number {
  return database_url === undefined && process.getuid?.() === 0 ? 0o711 : 0o700
}

/**
 * Makes DATA_DIR where it is missing, repairs the modes of an existing one's private folders, and sets the process's
 * umask. Answers the fault where nothing can be written there.
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
