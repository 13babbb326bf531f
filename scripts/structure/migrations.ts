// Migrations are numbered after the newest and never change once they have landed.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folderName = 'apps/server/migrations'
/** One line for each migration that has landed: its SHA-256 and its file name. */
const listName = 'landed.txt'

function readLanded(folder: string): Map<string, string> {
  const lines = existsSync(join(folder, listName))
    ? readFileSync(join(folder, listName), 'utf8').split('\n')
    : []
  return new Map(lines.filter((line) => line !== '').map((line) => [line.slice(66), line.slice(0, 64)]))
}

/**
 * Refuses a migration that was edited or removed after it landed, one that is numbered below a newer one, and one that
 * `landed.txt` does not list yet. The message says how to list it.
 */
export function migrationProblems(root: string): string[] {
  const folder = join(root, folderName)
  if (!existsSync(folder)) return []
  const landed = readLanded(folder)
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
  const problems = files.flatMap((file) => {
    const sha256 = createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')
    const known = landed.get(file)
    if (known === sha256) return []
    return known === undefined
      ? [`${folderName}/${file} is new: add the line "${sha256}  ${file}" to ${listName}, at its end`]
      : [`${folderName}/${file} was edited: databases have already run it, so write a new migration`]
  })
  const missing = [...landed.keys()].filter((file) => !files.includes(file))
  const order = [...landed.keys()].join() === [...landed.keys()].toSorted().join()
  return [
    ...problems,
    ...missing.map((file) => `${folderName}/${file} is missing: databases have already run it`),
    ...(order ? [] : [`${folderName}/${listName}: a migration is inserted below a newer one`]),
  ]
}
