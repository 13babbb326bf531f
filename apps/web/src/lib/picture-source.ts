import { basePath } from './base-path.ts'

/** The address of somebody's picture; the API names it below its own. */
export const pictureSource = (picture: string | null) =>
  picture === null ? null : `${basePath}/api${picture}`
