// Checks the documents: links and paths that they name exist, and decision records have their form and their entry.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const decisions = 'docs/decisions/README.md'

/** The anchor that a forge gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function anchorsOf(file: string): string[] {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading = '']) => anchorOf(heading))
}

function linkProblems(root: string, file: string, text: string): string[] {
  return [...text.matchAll(/\]\((?<path>[^)\s#]*)#?(?<anchor>[^)\s]*)\)/g)].flatMap(({ groups }) => {
    const { path = '', anchor = '' } = groups ?? {}
    if (/^[a-z]+:/.test(path)) return []
    const target = path === '' ? join(root, file) : join(root, dirname(file), path)
    if (!existsSync(target)) return [`${file} links ${path}, which does not exist`]
    if (anchor === '' || anchorsOf(target).includes(anchor)) return []
    return [`${file} links ${path}#${anchor}: no heading has this anchor`]
  })
}

/** Checks paths in code spans, where `<name>` and `NNN` match any name. */
function pathProblems(root: string, file: string, text: string): string[] {
  return [...text.matchAll(/`((?:apps|bench|docs|e2e|packages|scripts)\/[^`\s]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => {
      const pattern = path.replace(/<[^>]*>|NNN/g, '*').replace(/:\d+$/, '')
      return globSync(pattern, { cwd: root }).length === 0
    })
    .map((path) => `${file} names ${path}, which does not exist`)
}

/** Checks scripts that code spans name without a folder, where `<name>` and `NNN` match any name. */
function createScriptCheck(root: string) {
  const names = globSync('**/*.{ts,tsx,mjs,sql}', { cwd: root, exclude: ['**/node_modules', '**/dist'] }).map(
    (file) => basename(file),
  )
  return (_root: string, file: string, text: string): string[] =>
    [...text.matchAll(/`((?:[\w.-]|<[\w-]+>)+\.(?:ts|tsx|mjs|sql))(?::\d+)?`/g)]
      .map(([, name = '']) => name)
      .filter((name) => {
        const pattern = new RegExp(`^${name.replaceAll('.', '\\.').replace(/<[^>]*>|NNN/g, '.+')}$`)
        return !names.some((existing) => pattern.test(existing))
      })
      .map((name) => `${file} names ${name}, which does not exist`)
}

function decisionProblems(root: string, file: string, text: string): string[] {
  const name = /^docs\/decisions\/(?<name>(?<number>\d{3})-.+)$/.exec(file)?.groups
  if (name === undefined) return []
  const [title = ''] = text.split('\n')
  const headings = [...text.matchAll(/^(?:Status: .*|## .*)$/gm)].map(([line]) =>
    line.replace(/^Status: .*/, 'Status'),
  )
  const entry = `- [${title.slice(2)}](${name.name})`
  const list = readFileSync(join(root, decisions), 'utf8').split('\n')
  return [
    ...(title.startsWith(`# ${name.number} · `)
      ? []
      : [`${file}: the title is "# ${name.number} · Subject"`]),
    ...(headings.join() === 'Status,## Context,## Decision,## Consequences'
      ? []
      : [`${file}: the parts are Status, Context, Decision and Consequences`]),
    ...(list.includes(entry) ? [] : [`${decisions} lacks the line ${entry}`]),
  ]
}

/** Finds the problems of all documents below `root`, one line each. */
export function documentProblems(root: string): string[] {
  const checks = [linkProblems, pathProblems, createScriptCheck(root), decisionProblems]
  return globSync(['*.md', 'docs/**/*.md'], { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return checks.flatMap((problems) => problems(root, file, text))
    })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = documentProblems(fileURLToPath(new URL('..', import.meta.url)))
  for (const problem of problems) console.error(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}
