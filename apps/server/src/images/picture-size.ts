import { AppError } from '../command/errors.ts'
import { headerPixels } from './header-pixels.ts'
import { type Picture, strippedPicture } from './strip-metadata.ts'

/** A browser decodes a picture whole, at four bytes per pixel. Phones take pictures of up to 50 million pixels. */
const pixelLimit = 50_000_000

/**
 * Strips a picture to its pixels, as `strippedPicture`; null also if a header of it states no pixels. Throws
 * `picture.oversized` (422, at `file`) if a header states more pixels than the limit, by default 50 million, which a file
 * of a kilobyte can do.
 */
export function readPicture(file: Buffer, limit: number = pixelLimit): Picture | null {
  const picture = strippedPicture(file)
  const pixels = picture === null ? [] : headerPixels(picture)
  // Readers use different headers of the same file, so each must be within the limit.
  if (pixels.some((count) => count > limit))
    throw new AppError('picture.oversized', 422, { fields: { file: 'picture.oversized' } })
  return pixels.length === 0 || pixels.includes(0) ? null : picture
}
