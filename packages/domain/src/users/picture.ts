import { z } from 'zod'

/** Largest picture, in bytes. The app sends much less: a square of 512 pixels. */
export const PICTURE_LIMIT_BYTES = 2 * 1024 * 1024

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]

/**
 * Answer of `PUT` and `DELETE /auth/picture`: the path of the caller's picture below the API's base URL; null if none.
 */
export const pictureAnswer = z.object({ picture: z.string().nullable() })
