import { basePath } from './base-path.ts'

/** The URL of a user's picture, whose path the API states relative to `/api`; null without a picture. */
export const pictureSource = (picture: string | null) =>
  picture === null ? null : `${basePath}/api${picture}`
