import { z } from 'zod'

/** A phone sends far less: a square of 512 pixels. */
export const PICTURE_LIMIT_BYTES = 2 * 1024 * 1024

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]

/** `PUT` and `DELETE /auth/picture`: where the caller's picture is now, below the API's address. */
export const pictureAnswer = z.object({ picture: z.string().nullable() })
