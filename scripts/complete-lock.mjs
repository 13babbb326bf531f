// Adds the optional packages of other platforms to package-lock.json, each with the hash that the registry publishes for
// it. npm leaves them out of a fresh lock file, and `npm ci` then fails on those platforms. Removes the Node versions that
// packages ask for: npm compares them with the Node that installs, and everything runs on the Node that is installed. Run
// it after `npm install` and commit the result. It stops at a version that does not exist for every platform: choose an
// older one of its package.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const complete = new Set(
  Object.entries(lock.packages)
    .filter(([, { integrity }]) => integrity)
    .map(([path]) => path.split('node_modules/').pop()),
)

/** What the registry has of one version: its platforms and its hash. Throws if it does not have it. */
function readPublished(name, version) {
  const fields = ['os', 'cpu', 'libc', 'license', 'dist.integrity']
  const answer = execFileSync('npm', ['view', '--json', `${name}@${version}`, ...fields], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { 'dist.integrity': integrity, ...platforms } = JSON.parse(answer)
  return { ...platforms, integrity }
}

for (const { optionalDependencies = {}, dev } of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (complete.has(name) || !/^\d/.test(version)) continue
    const { os, cpu, libc, license, integrity } = readPublished(name, version)
    if (os === undefined && cpu === undefined) continue
    const entry = { version, integrity, cpu, ...(dev && { dev }), libc, license, optional: true, os }
    lock.packages[`node_modules/${name}`] = entry
    complete.add(name)
  }
}

for (const [path, entry] of Object.entries(lock.packages))
  if (path.includes('node_modules/')) delete entry.engines

const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
writeFileSync(
  'package-lock.json',
  `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`,
)
