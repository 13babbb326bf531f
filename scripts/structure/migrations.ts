// Migrations are numbered after the newest and never change once they have landed.
import { spawnSync } from 'node:child_process'
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

/** Runs git below `root`; empty if it fails, as without git or outside a repository. */
function git(root: string, ...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout : ''
}

/** Refuses a list that lacks or changes a line of an earlier commit, as far as the clone has them. */
function listProblems(root: string): string[] {
  const path = `${folderName}/${listName}`
  const text = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
  const changed = git(root, 'log', '--format=%h', '--', path)
    .split('\n')
    .filter((commit) => commit !== '' && !text.startsWith(git(root, 'show', `${commit}:./${path}`)))
  return changed.map(
    (commit) => `${path}: the lines of commit ${commit} were changed: only add lines at its end`,
  )
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
    ...listProblems(root),
    ...(order ? [] : [`${folderName}/${listName}: a migration is inserted below a newer one`]),
  ]
}
