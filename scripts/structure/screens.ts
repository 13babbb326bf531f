// Screens of the web app do not import other screens.
import { dirname } from 'node:path'
import { isTest, type Source } from './sources.ts'

const folder = /^apps\/web\/src\/(?:staff|worker)\/.+(?=\/[^/]+$)/
const isPage = (file: string) => /^apps\/web\/src\/(?:staff|worker)\/.+-page\.tsx$/.test(file)

/** The screen that a file belongs to: its nearest folder that holds a page. Undefined for the folder of a noun. */
function screenOf(file: string, screens: ReadonlySet<string>): string | undefined {
  let path = folder.exec(file)?.[0]
  while (path !== undefined && !screens.has(path)) path = folder.exec(path)?.[0]
  return path
}

/** Refuses an import of a screen by another screen or by a noun's folder. */
export function screenProblems(sources: readonly Source[]): string[] {
  const screens = new Set(
    sources
      .map(({ file }) => file)
      .filter(isPage)
      .map((file) => dirname(file)),
  )
  return sources.flatMap(({ file, targets }) => {
    if (isTest(file) || !folder.test(file)) return []
    const own = screenOf(file, screens)
    return targets
      .filter((target) => ![undefined, own].includes(screenOf(target, screens)))
      .map(
        (target) =>
          `${file} imports ${target} of another screen: what both need belongs in a folder of its noun`,
      )
  })
}
