// Refuses a version without notes: `npm version` runs it after it wrote the number, and before the commit and the tag.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const changelog = 'CHANGELOG.md'
const upgrading = 'docs/upgrading.md'
const releases = 'apps/server/migrations/releases.txt'

/**
 * Finds what a version lacks in the changelog (a section with its day, not empty), in the upgrade notes and in the list of
 * releases with their last migration, whose newest line it must be.
 */
export function noteProblems(
  version: string,
  texts: { changelog: string; upgrading: string; releases: string },
): string[] {
  const number = version.replaceAll('.', String.raw`\.`)
  const section = new RegExp(String.raw`^## \[${number}\] - \d{4}-\d{2}-\d{2}\n+(?!## )\S`, 'm')
  return [
    ...(section.test(texts.changelog)
      ? []
      : [`${changelog} lacks the section "## [${version}] - YYYY-MM-DD"`]),
    ...(new RegExp(`^## ${number}$`, 'm').test(texts.upgrading)
      ? []
      : [`${upgrading} lacks the section "## ${version}"; write "Nothing to do." if that is so`]),
    ...(texts.releases.trimEnd().endsWith(`  ${version}`)
      ? []
      : [`${releases} lacks the line "NNN_<last migration>.sql  ${version}" at its end`]),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const { version }: { version: string } = JSON.parse(read('package.json'))
  const problems = noteProblems(version, {
    changelog: read(changelog),
    upgrading: read(upgrading),
    releases: read(releases),
  })
  for (const problem of problems) console.error(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}
