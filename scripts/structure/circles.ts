// Finds folders that import each other in a circle.
import { isTest, type Source } from './sources.ts'

/** From a folder to the folders that it imports. */
type Uses = Map<string, Set<string>>

const modules = 'platform|people|treasury|lending|office'
const folders = new RegExp(
  `^(apps/server/src/(?:${modules})/[^/]+|apps/server/src/(?!(?:${modules})/)[^/]+|apps/web/src/(?:staff|worker)/[^/]+)/`,
)

/** The noun, the layer or the screen that a file belongs to; null if the file belongs to none of them. */
const folderOf = (file: string): string | null => folders.exec(file)?.[1] ?? null

function usesOf(sources: readonly Source[]): Uses {
  const uses: Uses = new Map()
  for (const { file, targets } of sources) {
    const own = isTest(file) ? null : folderOf(file)
    if (own === null) continue
    const others = targets.map(folderOf).filter((name) => name !== null && name !== own)
    uses.set(own, new Set([...(uses.get(own) ?? []), ...others.filter((name) => name !== null)]))
  }
  return uses
}

/** All folders that a folder imports, directly or through others. */
function reach(uses: Uses, from: string): Set<string> {
  const seen = new Set<string>()
  const todo = [...(uses.get(from) ?? [])]
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    todo.push(...(uses.get(next) ?? []))
  }
  return seen
}

/** Refuses nouns, layers and screens that import each other, also through others: one line for each circle. */
export function circleProblems(sources: readonly Source[]): string[] {
  const uses = usesOf(sources)
  const reached = new Map([...uses.keys()].map((name) => [name, reach(uses, name)]))
  const circles = new Set<string>()
  for (const [name, others] of reached) {
    const mates = [...others].filter((other) => other !== name && reached.get(other)?.has(name))
    if (mates.length > 0) circles.add([name, ...mates].toSorted().join(', '))
  }
  return [...circles].map((circle) => `${circle} import each other: remove one of these imports`)
}
