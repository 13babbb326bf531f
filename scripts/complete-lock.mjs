// Adds the optional packages of other platforms to package-lock.json. npm leaves them out of a fresh lock file, and `npm ci`
// then fails on those platforms. Run it after `npm install` and commit the result.
import { readFileSync, writeFileSync } from 'node:fs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const known = new Set(Object.keys(lock.packages).map((path) => path.split('node_modules/').pop()))
const systems = ['android', 'darwin', 'freebsd', 'openbsd', 'openharmony', 'win32', 'linux']
const cpus = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'arm']

for (const { optionalDependencies = {}, dev } of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const os = systems.filter((system) => name.includes(system))
    const cpu = cpus.filter((arch) => name.includes(arch)).slice(0, 1)
    if (known.has(name) || os.length === 0) continue
    const libc = name.includes('musl') ? ['musl'] : undefined
    lock.packages[`node_modules/${name}`] = { version, cpu, ...(dev && { dev }), optional: true, os, libc }
  }
}

const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
writeFileSync(
  'package-lock.json',
  `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`,
)
