import type { AnyRoute } from '@tanstack/react-router'

/** Options that every page's route has. The title is the screen's Spanish name in the browser tab. */
export const page = <Parent extends AnyRoute, Path extends string>(
  parent: Parent,
  path: Path,
  title: string,
) => ({
  getParentRoute: () => parent,
  path,
  staticData: { title },
})
