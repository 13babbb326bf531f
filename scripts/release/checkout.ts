import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Files that differ from the checked-out commit, and new ones that are not ignored; none without a history. */
function listChanges(root: string): string[] {
  if (!existsSync(join(root, '.git'))) return []
  const args = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all']
  const status = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return status
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => line.slice(3))
}

/**
 * The version of a release of this checkout. Throws if files differ from the commit, whose number and time the release
 * would have; with `isDirtyAllowed` the version then says so, `0.1.0+dirty`.
 */
export function releaseVersion(
  root: string,
  { version, isDirtyAllowed }: { version: string; isDirtyAllowed: boolean },
): string {
  const changes = listChanges(root)
  if (changes.length === 0) return version
  if (isDirtyAllowed) return `${version}+dirty`
  const isOne = changes.length === 1
  const files = `${changes.slice(0, 3).join(', ')}${changes.length > 3 ? ' and others' : ''}`
  throw new Error(
    `${changes.length} ${isOne ? 'file differs' : 'files differ'} from the commit that a release is made of: ${files}. Commit ${isOne ? 'it' : 'them'}, or pass --dirty for a trial.`,
  )
}
