// Checks the import directions of docs/architecture.md, circles of features, file names and the length of files.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { circlesOf, featureOf, type Uses } from './circles.ts'

interface Rule {
  /** Files the rule is about. */
  from: RegExp
  /** What they may not import (a path from the root, or a package name). */
  never: RegExp
  message: string
}

const rules: Rule[] = [
  {
    from: /^packages\/domain\/src\/(?!.*\.test\.)/,
    never: /^(apps\/|node:|fastify|kysely|pg|react|@mantine)/,
    message: 'domain is pure: no I/O, no framework, nothing of the applications',
  },
  { from: /^apps\/web\//, never: /^apps\/server\//, message: 'web and server meet only over HTTP' },
  { from: /^apps\/server\//, never: /^apps\/web\//, message: 'web and server meet only over HTTP' },
  {
    from: /^apps\/web\/src\/staff\//,
    never: /^apps\/web\/src\/(worker|password|app)\//,
    message: 'staff uses components and lib only',
  },
  {
    from: /^apps\/web\/src\/worker\//,
    never: /^apps\/web\/src\/(staff|password|app)\//,
    message: 'worker uses components and lib only',
  },
  {
    from: /^apps\/web\/src\/password\//,
    never: /^apps\/web\/src\/(staff|worker|app)\//,
    message: 'password uses components and lib only',
  },
  {
    from: /^apps\/web\/src\/(components|lib)\//,
    never: /^apps\/web\/src\/(staff|worker|password|app)\//,
    message: 'components and lib know no screen: could it ship in a different product?',
  },
  {
    from: /^apps\/web\/src\/lib\//,
    never: /^apps\/web\/src\/components\//,
    message: 'lib draws nothing: what does is a component',
  },
  {
    from: /^apps\/server\/src\/features\/(?!.*\.test\.)/,
    never: /^apps\/server\/src\/(main\.ts|app\.ts|demo\/|commands\/|jobs\/(?!queue\.ts))/,
    message: 'a feature knows nothing of who starts it: of jobs only the queue',
  },
  {
    from: /^apps\/server\/src\/(lib|db)\//,
    never: /^apps\/server\/src\/(features|app\.ts|main\.ts)/,
    message: 'lib and db know no business noun: the code belongs in a feature',
  },
  {
    from: /^apps\/server\/src\/integrations\//,
    never: /^apps\/server\/src\/(features|jobs|db|app\.ts|main\.ts)/,
    message: 'an integration speaks a protocol and knows nothing of the features',
  },
  {
    from: /^apps\/server\/src\/features\/.*\/(commands|queries)/,
    never: /\/routes(\.ts|\/)/,
    message: 'a command or query never reaches back into routes',
  },
]

const lines = { source: 300, test: 400 }

/** The circles that existed when the rule was made. Never add one. */
const knownCircles: readonly (readonly string[])[] = [
  ['loans', 'transfers'].map((name) => `apps/server/src/features/${name}`),
  ['contracts', 'payments'].map((name) => `apps/server/src/features/${name}`),
  ['credentials', 'notifications', 'push', 'sessions', 'two-factor', 'users'].map(
    (name) => `apps/server/src/features/${name}`,
  ),
  ['edit-request', 'incoming-payments', 'loan-detail', 'loans', 'transfers'].map(
    (name) => `apps/web/src/staff/${name}`,
  ),
]

const bannedNames = /(^|\/)(utils|helpers|common|misc|index)\.(ts|tsx)$/

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '')
}

function targetOf(root: string, file: string, specifier: string): string {
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier))
  return specifier.replace(/^@quincena\/domain\//, 'packages/domain/src/')
}

function sourceFiles(root: string): string[] {
  const folders = ['packages', 'apps'].filter((folder) => existsSync(join(root, folder)))
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter(
      (name) =>
        /\.tsx?$/.test(name) &&
        !/(^|\/)(node_modules|dist)\//.test(name) &&
        statSync(join(root, name)).isFile(),
    )
}

interface Source {
  file: string
  lines: number
  targets: string[]
}

function readSource(root: string, file: string): Source {
  const text = readFileSync(join(root, file), 'utf8')
  const targets = importsOf(text).map((specifier) => targetOf(root, file, specifier))
  return { file, lines: text.split('\n').length - 1, targets }
}

const isTest = (file: string) => /\.test\.|\/test\//.test(file)

function problemsOf({ file, ...source }: Source): string[] {
  const problems = bannedNames.test(file)
    ? [`${file}: name the thing it holds; no utils, helpers, common or index files`]
    : []
  const most = isTest(file) ? lines.test : lines.source
  if (source.lines > most) problems.push(`${file} has ${source.lines} lines: ${most} at most`)
  for (const rule of rules) {
    if (!rule.from.test(file)) continue
    for (const target of source.targets) {
      if (rule.never.test(target)) problems.push(`${file} imports ${target}: ${rule.message}`)
    }
  }
  return problems
}

function usesOf(sources: readonly Source[]): Uses {
  const uses: Uses = new Map()
  for (const { file, targets } of sources) {
    const own = isTest(file) ? null : featureOf(file)
    if (own === null) continue
    const others = targets.map(featureOf).filter((name) => name !== null && name !== own)
    uses.set(own, new Set([...(uses.get(own) ?? []), ...others.filter((name) => name !== null)]))
  }
  return uses
}

function circleProblems(sources: readonly Source[]): string[] {
  const isKnown = (circle: readonly string[]) =>
    knownCircles.some((known) => circle.every((name) => known.includes(name)))
  const found = circlesOf(usesOf(sources)).filter((circle) => !isKnown(circle))
  return found.map((circle) => `${circle.join(', ')} use each other: let one of them not know the others`)
}

/** Finds all violations of the project's structure rules below `root`, one line each. */
export function structureProblems(root: string): string[] {
  const sources = sourceFiles(root).map((file) => readSource(root, file))
  return [...sources.flatMap(problemsOf), ...circleProblems(sources)]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = structureProblems(fileURLToPath(new URL('..', import.meta.url)))
  for (const problem of problems) console.error(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}
