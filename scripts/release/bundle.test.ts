import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundleServer } from './bundle.ts'

let root = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bundle-')))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Bundles a program of this text; returns the bundled texts by file. */
async function bundle(text: string) {
  const files = { 'src/main.ts': text, 'src/jobs/thread.ts': 'console.log("thread")' }
  for (const [file, content] of Object.entries(files)) {
    const path = join(root, 'apps/server', file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  const folder = join(root, 'dist')
  await bundleServer(root, { main: join(root, 'apps/server/src/main.ts') }, folder)
  const names = readdirSync(folder).sort()
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

test('makes a program of a thread, and finds data where a release has them', async () => {
  const files = await bundle(`
    const name: string = 'terms'
    console.log(new URL('./jobs/thread.ts', import.meta.url))
    console.log(new URL(\`../texts/\${name}.json\`, import.meta.url))
    console.log(new URL('../../web/dist/', import.meta.url), new URL('../../../package.json', import.meta.url))`)
  expect(Object.keys(files)).toEqual(['main.js', 'thread.js'])
  const urls = files['main.js']?.matchAll(/new URL\(([^,]+)/g) ?? []
  // Built from parts, because the reader of this file must not find a field.
  const text = ['`./texts/$', '{name}.json`'].join('')
  expect([...urls].map(([, url]) => url)).toEqual(['"./thread.js"', text, '"../web/"', '"../package.json"'])
})

test.each([
  ["new URL('../test/sample.json', import.meta.url)", 'a file that a release lacks', /does not have/],
  ['import.meta.dirname', 'the folder of a module', /import\.meta\.dirname names the bundle/],
  ["import('missing-package')", 'a package that is not installed', /missing-package/],
])('refuses %s: %s', async (text, _what, problem) => {
  await expect(bundle(`console.log(${text})`)).rejects.toThrow(problem)
})

test('bundles every program of the server', async () => {
  const project = fileURLToPath(new URL('../..', import.meta.url))
  const main = join(project, 'apps/server/src/main.ts')
  await bundleServer(project, { main }, root)
  expect(readdirSync(root)).toEqual(
    expect.arrayContaining(
      [
        'main',
        'pdf-worker',
        'check-pdf-process',
        'read-process',
        'read-thread',
        'read-book-thread',
        'export-thread',
        'simulator',
      ].map((name) => `${name}.js`),
    ),
  )
})
