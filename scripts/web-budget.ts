// Prints how many bytes (brotli) a phone loads for each screen of the worker app, and the office for its first two, and
// fails when a screen exceeds its budget.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { listFilesToShow, readManifest } from '../apps/web/build-graph.ts'

const login_bytes = 127_000
const home_bytes = 57_000
const screen_bytes = 61_000
const office_login_bytes = 150_000
const dashboard_files = 25

const dist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))
const manifest = readManifest(dist)
const screens = Object.keys(manifest).filter((name) => /^src\/(worker|password)\/.*-page\.tsx$/.test(name))
const login = 'src/worker/login/login-page.tsx'
const home = Object.keys(manifest).filter((name) => /^_home-.+\.js$/.test(name))
if (manifest[login] === undefined || home.length !== 1) throw new Error('the build has another shape now')

const sizes = new Map<string, number>()
function sizeOf(file: string): number {
  const size = sizes.get(file) ?? brotliCompressSync(readFileSync(`${dist}/${file}`)).length
  sizes.set(file, size)
  return size
}

/** Bytes of a screen's files, without those that the phone has already loaded. */
function added(modules: string[], has: ReadonlySet<string> = new Set()): number {
  const files = listFilesToShow(manifest, modules)
  return [...files].reduce((sum, file) => sum + (has.has(file) ? 0 : sizeOf(file)), 0)
}

const loginFiles = listFilesToShow(manifest, [login])
const homeFiles = new Set([...loginFiles, ...listFilesToShow(manifest, home)])

const rows: { screen: string; bytes: number; most: number }[] = [
  { screen: 'login, first load', bytes: added([login]), most: login_bytes },
  { screen: 'home, after login', bytes: added(home, loginFiles), most: home_bytes },
  ...screens
    .filter((name) => name !== login)
    .map((name) => ({ screen: name, bytes: added([...home, name], homeFiles), most: screen_bytes })),
]
const officeLoginFiles = listFilesToShow(manifest, ['src/staff/login/login-page.tsx'])
const office = Object.keys(manifest).filter((name) => /^_office-.+\.js$/.test(name))
if (office.length !== 1) throw new Error('the build has another shape now')
const dashboardFiles = [...listFilesToShow(manifest, ['src/app/staff-routes.ts', ...office])].filter(
  (file) => !officeLoginFiles.has(file),
)
rows.push({
  screen: 'login of the office, first load',
  bytes: [...officeLoginFiles].reduce((sum, file) => sum + sizeOf(file), 0),
  most: office_login_bytes,
})

for (const { screen, bytes, most } of rows) {
  const note = bytes > most ? `  over ${most}` : ''
  process.stdout.write(`${String(bytes).padStart(7)}  ${screen}${note}\n`)
}

process.stdout.write(`${dashboardFiles.length} files  dashboard, after login\n`)
if (dashboardFiles.length > dashboard_files) process.stdout.write(`more than ${dashboard_files} files\n`)

const first = [...loginFiles].filter((file) => /Temporal/.test(readFileSync(`${dist}/${file}`, 'utf8')))
const tooEarly = first.filter((file) => !/\/index-/.test(file))
if (tooEarly.length > 0)
  process.stdout.write(`named before an old phone has Temporal: ${tooEarly.join(', ')}\n`)
const ofOffice = listFilesToShow(
  manifest,
  Object.keys(manifest).filter((name) => name.startsWith('src/staff/')),
)
const strays = [...ofOffice].filter((file) => /\/home-[^/]+\.js$/.test(file))
if (strays.length > 0) process.stdout.write(`the office fetches the worker's home: ${strays.join(', ')}\n`)
process.exitCode =
  dashboardFiles.length > dashboard_files ||
  strays.length > 0 ||
  tooEarly.length > 0 ||
  rows.some(({ bytes, most }) => bytes > most)
    ? 1
    : 0
