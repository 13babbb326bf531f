// Finds features that import each other in a circle. Only the circles known to scripts/structure.ts are allowed.

/** From the folder of a feature to the folders of the features that it imports. */
export type Uses = Map<string, Set<string>>

const feature = /^(apps\/server\/src\/features|apps\/web\/src\/(?:staff|worker))\/([^/]+)\//

/** The folder of the feature that a file belongs to; null when it belongs to none. */
export const featureOf = (file: string): string | null => feature.exec(file)?.[0].slice(0, -1) ?? null

/** All features that a feature imports, directly or through others. */
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

/** Finds the circles: groups of features in which each one reaches all others, sorted by name. */
export function circlesOf(uses: Uses): string[][] {
  const reached = new Map([...uses.keys()].map((name) => [name, reach(uses, name)]))
  const circles = new Map<string, string[]>()
  for (const [name, others] of reached) {
    const mates = [...others].filter((other) => other !== name && reached.get(other)?.has(name))
    const circle = [name, ...mates].toSorted()
    if (mates.length > 0) circles.set(circle.join(), circle)
  }
  return [...circles.values()]
}
