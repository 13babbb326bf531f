/** A release: its version, and the last migration that it has. */
export interface Release {
  version: string
  last_migration: string
}

/** Reads `releases.txt` of the migrations: a line for each release, the last migration and the version. */
export function parseReleases(text: string): Release[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [last_migration = '', version = ''] = line.split(/ +/)
      return { last_migration, version }
    })
}

const numbersOf = (version: string) => version.split('.').map(Number)

/** Below 0 if the first version is older, above 0 if it is newer. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [numbersOf(one), numbersOf(other)]
  const different = first.findIndex((number, place) => number !== second[place])
  return different < 0 ? 0 : (first[different] ?? 0) - (second[different] ?? 0)
}

/** The first version of a version's series: 1.2.0 of 1.2.3. */
function seriesOf(version: string): string {
  const [major = 0, minor = 0] = numbersOf(version)
  return `${major}.${minor}.0`
}

/** The next minor version. */
function nextMinor(version: string): string {
  const [major = 0, minor = 0] = numbersOf(version)
  return `${major}.${minor + 1}.0`
}

/** A migration says in a line of its own which version of the program it needs, if that is not the usual one. */
const ownRule = /^-- runs from (?<version>\d+\.\d+\.\d+)$/m

/**
 * The release of a migration, and the oldest version of the program that works with it: one minor version before, because
 * migrations only add what that one does not know. A migration after the last release belongs to the next minor version.
 */
export function releaseOf(releases: readonly Release[], migration: { name: string; text: string }) {
  const own = releases.find(({ last_migration }) => migration.name <= last_migration)
  const last = releases.at(-1)?.version ?? '0.0.0'
  const release = own?.version ?? nextMinor(last)
  const previous = releases
    .map(({ version }) => seriesOf(version))
    .findLast((version) => compareVersions(version, seriesOf(release)) < 0)
  return {
    release,
    runs_from: ownRule.exec(migration.text)?.groups?.version ?? previous ?? seriesOf(release),
  }
}
