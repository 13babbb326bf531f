// Checks the subjects of the commits made after this script was added: `type(scope): subject`, at most 72 characters.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const form =
  /^(?:feat|fix|docs|test|refactor|perf|build|style|chore|revert)\([a-z0-9-]+(?:\/[a-z0-9-]+)*\): \S.*[^.\s]$/
const MAX_LENGTH = 72

/** Returns what is wrong with the subject of a commit; null if nothing is. */
export function subjectProblem(subject: string): string | null {
  if (subject.length > MAX_LENGTH) return `has ${subject.length} characters: ${MAX_LENGTH} at most`
  return form.test(subject) ? null : 'is not of the form type(scope): subject'
}

function git(root: string, ...command: string[]): string[] {
  const output = execFileSync('git', command, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return output.split('\n').filter((line) => line !== '')
}

/** Finds wrong subjects of the commits after the one that added `file`; none where the history is not at hand. */
export function commitProblems(root: string, file: string): string[] {
  try {
    // In a shallow clone the oldest commit at hand adds every file, so only the commits after it are checked.
    const first = git(root, 'log', '--no-renames', '--diff-filter=A', '--format=%H', '--', file).at(-1)
    if (first === undefined) return []
    return git(root, 'log', '--no-merges', '--format=%h %s', `${first}..HEAD`).flatMap((line) => {
      const problem = subjectProblem(line.slice(line.indexOf(' ') + 1))
      return problem === null ? [] : [`commit ${line}: the subject ${problem}`]
    })
  } catch {
    return []
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = commitProblems(fileURLToPath(new URL('..', import.meta.url)), 'scripts/commits.ts')
  for (const problem of problems) console.error(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}
