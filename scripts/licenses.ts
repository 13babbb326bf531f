// Lists the licences of what the product installs, and checks package-lock.json: every package has the hash of its bytes,
// none names where it comes from or warns of the Node that installs it, and none has a licence that binds the product.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Entry {
  version?: string
  integrity?: string
  resolved?: string
  engines?: Record<string, string> | string[]
  license?: string
  link?: boolean
  dev?: boolean
}

const lockName = 'package-lock.json'
/** Licences that ask for no more than their text; CC-BY-4.0 and OFL-1.1 are of data and of fonts. */
const permissive = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC-BY-4.0 CC0-1.0 ISC MIT MIT-0 MPL-2.0 OFL-1.1 Python-2.0 Unlicense'.split(
    ' ',
  ),
)
/** Packages whose package.json names no licence: it is that of their LICENSE file. */
const unnamed = new Map([
  ['png-js', 'MIT'],
  ['reserved', 'MIT'],
])

const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? path

/** Returns the packages of the lock file that are not of this repository, each with its path in node_modules. */
export function readLock(root: string): [string, Entry][] {
  const file = join(root, lockName)
  if (!existsSync(file)) return []
  const { packages }: { packages: Record<string, Entry> } = JSON.parse(readFileSync(file, 'utf8'))
  return Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
}

const licenseOf = (path: string, { license }: Entry) => license ?? unnamed.get(nameOf(path)) ?? 'none named'

/** True if one alternative of the licence holds only permissive ones: "MIT OR Apache-2.0", "MIT AND ISC". */
const isPermissive = (license: string) =>
  license
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => permissive.has(name)))

/**
 * Refuses a package without the hash of its bytes, one bound to an address, one for which npm warns of the Node that
 * installs it, and a licence that is not permissive.
 */
export function lockProblems(root: string): string[] {
  return readLock(root).flatMap(([path, entry]) => {
    const license = licenseOf(path, entry)
    return [
      ...(entry.integrity?.startsWith('sha512-')
        ? []
        : [`${lockName}: ${path} has no sha512 integrity: run node scripts/complete-lock.mjs`]),
      ...(entry.resolved === undefined
        ? []
        : [`${lockName}: ${path} names an address: keep .npmrc as it is`]),
      ...(entry.engines === undefined
        ? []
        : [`${lockName}: ${path} asks for a version of Node: run node scripts/complete-lock.mjs`]),
      ...(isPermissive(license)
        ? []
        : [`${lockName}: ${path} has the licence ${license}: choose another package`]),
    ]
  })
}

/** A line for each licence, most used first: how many packages, and how many of them are not only for development. */
function list(root: string): string[] {
  const packages = readLock(root).map(([path, entry]) => ({ license: licenseOf(path, entry), entry, path }))
  return [...Map.groupBy(packages, ({ license }) => license)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([license, all]) => {
      const shipped = all
        .filter(({ entry }) => !entry.dev)
        .map(({ path, entry }) => `${nameOf(path)} ${entry.version}`)
      return `${license}: ${all.length} packages, ${shipped.length} of them installed in production\n  ${shipped.join(', ')}`
    })
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const line of list(fileURLToPath(new URL('..', import.meta.url)))) console.log(line)
