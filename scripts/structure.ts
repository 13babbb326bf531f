// Says where code belongs: the import directions of docs/architecture.md, and the closed list of file names in a feature.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

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

function problemsOf(root: string, file: string): string[] {
  const problems = bannedNames.test(file)
    ? [`${file}: name the thing it holds; no utils, helpers, common or index files`]
    : []
  const targets = importsOf(readFileSync(join(root, file), 'utf8')).map((specifier) =>
    targetOf(root, file, specifier),
  )
  for (const rule of rules) {
    if (!rule.from.test(file)) continue
    for (const target of targets) {
      if (rule.never.test(target)) problems.push(`${file} imports ${target}: ${rule.message}`)
    }
  }
  return problems
}

/** Every breach of the house rules below `root`, one line each. */
export function structureProblems(root: string): string[] {
  return sourceFiles(root).flatMap((file) => problemsOf(root, file))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = structureProblems(fileURLToPath(new URL('..', import.meta.url)))
  for (const problem of problems) console.error(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}
