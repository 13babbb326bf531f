// Migrations are numbered after the newest and never change once they have landed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folderName = 'apps/server/migrations'
/** One line for each migration that has landed: its SHA-256 and its file name. */
const listName = 'landed.txt'

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

/** Runs git below `root`; empty if it fails, as without git or outside a repository. */
function git(root: string, ...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout : ''
}

/**
 * Refuses a list that lacks, changes or moves a line of an earlier commit, as far as the clone has them, and one with a
 * new line above an earlier one. A merge may mix the lines that its branches have added.
 */
function listProblems(root: string, current: string[]): string[] {
  const path = `${folderName}/${listName}`
  const history = ['--topo-order', '--reverse', '--full-history', '--ignore-missing', 'HEAD', 'MERGE_HEAD']
  const commits = linesOf(git(root, 'log', '--format=%h', ...history, '--', path))
  const committed = commits.map((commit) => ({
    commit,
    lines: linesOf(git(root, 'show', `${commit}:./${path}`)),
  }))
  const known = new Set<string>()
  const changed = [...committed, { commit: 'HEAD', lines: current }].filter(({ lines }) => {
    const kept = current.filter((line) => lines.includes(line))
    const afterKnown = lines.slice(lines.findLastIndex((line) => known.has(line)) + 1)
    const isAppended = lines.every((line) => known.has(line) || afterKnown.includes(line))
    for (const line of lines) known.add(line)
    return !isAppended || kept.join() !== lines.join()
  })
  return changed.map(
    ({ commit }) => `${path}: the lines of commit ${commit} were changed: only add lines at its end`,
  )
}

/** The last migration of each release, and its version. */
const releasesName = 'releases.txt'

/** What a process of the release before cannot ignore. */
const removal =
  /\bdrop\s+(?:table|column)\b|\brename\s+(?:column|to)\b|\bset\s+not\s+null\b|\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/i
const excuse = /^-- (?:unused since|runs from) (?<version>\d+\.\d+\.\d+)$/m

/**
 * Refuses a list of releases that is out of order or names a missing migration, and a migration after the last release
 * that removes or tightens something without saying which release no longer uses it, or which version it needs.
 */
function releaseProblems(folder: string, files: readonly string[]): string[] {
  const list = join(folder, releasesName)
  if (!existsSync(list)) return []
  const releases = linesOf(readFileSync(list, 'utf8')).map((line) => line.split(/ +/))
  const names = releases.map(([name = '']) => name)
  const [last = ''] = names.slice(-1)
  const isSorted = names.join() === names.toSorted().join()
  const unknown = names.filter((name) => !files.includes(name))
  const versions = releases.map(([, version]) => version)
  return [
    ...(isSorted
      ? []
      : [`${folderName}/${releasesName}: a release has fewer migrations than the one before it`]),
    ...unknown.map((name) => `${folderName}/${releasesName} names ${name}, which is missing`),
    ...files
      .filter((file) => file > last)
      .flatMap((file) => {
        const text = readFileSync(join(folder, file), 'utf8')
        const [code, rule] = [text.replaceAll(/--.*$/gm, ''), excuse.exec(text)]
        if (!removal.test(code)) return []
        const isKnown =
          rule !== null && (rule[0].includes('runs from') || versions.includes(rule.groups?.version))
        return isKnown
          ? []
          : [
              `${folderName}/${file} removes or tightens something: the release before still runs on it, so add the line "-- unused since X.Y.Z" with a released version, or "-- runs from X.Y.Z"`,
            ]
      }),
  ]
}

/**
 * Refuses a migration that was edited or removed after it landed, one that is numbered below a newer one, and one that
 * `landed.txt` does not list yet. The message says how to list it.
 */
export function migrationProblems(root: string): string[] {
  const folder = join(root, folderName)
  if (!existsSync(folder)) return []
  const list = join(folder, listName)
  const lines = existsSync(list) ? linesOf(readFileSync(list, 'utf8')) : []
  const landed = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
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
    ...listProblems(root, lines),
    ...releaseProblems(folder, files),
    ...(order ? [] : [`${folderName}/${listName}: a migration is inserted below a newer one`]),
  ]
}
