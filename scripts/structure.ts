// Checks the structure that docs/architecture.md describes, as far as Biome's import rules (biome.json) cannot.
import { fileURLToPath } from 'node:url'
import { lockProblems } from './licenses.ts'
import { circleProblems } from './structure/circles.ts'
import { independenceProblems } from './structure/independence.ts'
import { migrationProblems } from './structure/migrations.ts'
import { screenProblems } from './structure/screens.ts'
import { isTest, readSources, type Source } from './structure/sources.ts'
import { tableProblems } from './structure/tables.ts'
import { vocabularyProblems } from './structure/vocabulary.ts'

const lines = { source: 300, test: 400 }
const bannedNames = /(^|\/)(utils|helpers|common|misc|index)\.(ts|tsx)$/
const belowRoutes =
  /^apps\/server\/src\/.*\/(commands|queries|rules|presenters|notices|handlers|jobs)(\.ts|\/)/
const routes = /\/routes(\.ts|\/)/
/** Imports with a template string, or a type import inside a type: Biome does not check them. */
const unseenImport = /\bimport\(\s*`(?:\.|@quincena)|\bimport\([^)]*\)\.(?!then\b|catch\b|finally\b)/g
const isProduct = /^(apps|packages)\/[^/]+\/src\//
/** The web app's test files that share a process and its modules (apps/web/vitest.config.ts). */
const isSharedTest = /^apps\/web\/.*(?<!\.mocked)\.test\.tsx?$/
const replacesModule = /\bvi\.(mock|doMock)\(/
const isTool = /^(e2e|bench|scripts)\/|^(vitest|fast-check)$/

function problemsOf(source: Source): string[] {
  const { file, text, targets } = source
  const count = text.split('\n').length - 1
  const limit = isTest(file) ? lines.test : lines.source
  return [
    ...(bannedNames.test(file)
      ? [`${file}: name the thing it holds; no utils, helpers, common or index files`]
      : []),
    ...(count > limit ? [`${file} has ${count} lines: ${limit} at most`] : []),
    ...targets
      .filter((target) => belowRoutes.test(file) && !isTest(file) && routes.test(target))
      .map((target) => `${file} imports ${target}: only app.ts imports routes`),
    ...targets
      .filter((target) => isProduct.test(file) && !isTest(file) && (isTest(target) || isTool.test(target)))
      .map((target) => `${file} imports ${target}: the product does not use its tests or tools`),
    ...(replacesModule.test(text) && isSharedTest.test(file)
      ? [
          `${file} replaces a module: name it *.mocked.test.tsx, because the other test files share their modules`,
        ]
      : []),
    ...(isTest(file) ? [] : [...text.matchAll(unseenImport)]).map(
      ([form]) => `${file}: Biome does not see ${form}: write import type, or the file in quotes`,
    ),
    ...vocabularyProblems(source),
    ...independenceProblems(source),
  ]
}

/** Finds all violations of the project's structure rules below `root`, one line each. */
export function structureProblems(root: string): string[] {
  const sources = readSources(root)
  return [
    ...sources.flatMap(problemsOf),
    ...circleProblems(sources),
    ...screenProblems(sources),
    ...tableProblems(root, sources),
    ...migrationProblems(root),
    ...lockProblems(root),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = structureProblems(fileURLToPath(new URL('..', import.meta.url)))
  for (const problem of problems) console.error(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}
