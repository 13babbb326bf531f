import { SIGNATURE_LIMIT_BYTES } from '@quincena/domain/loans/bodies'
import { AppError } from '../../lib/errors.ts'
import { type Picture, readPng } from './png.ts'

const sideLimitPixels = 2000
/** Fainter than this is nothing to see; lighter than this is paper. */
const faint = 16
const paper = 230

/** Something is drawn: on a clear ground anything to be seen, on an opaque one anything that is not white. */
function hasInk({ pixels, pixel }: Picture): boolean {
  let clear = false
  let visible = false
  for (let index = 0; index < pixels; index += 1) {
    const [red, green, blue, alpha] = pixel(index)
    const shown = alpha > faint
    if (shown && Math.min(red, green, blue) < paper) return true
    clear ||= !shown
    visible ||= shown
    if (clear && visible) return true
  }
  return false
}

function refuse(code: 'signature.invalid' | 'signature.empty'): AppError {
  return new AppError(code, 422, { fields: { signature: code } })
}

/**
 * The drawn signature of a PNG data URL. Throws 422: `signature.invalid` where it is no PNG of at most 300 KB and 2000
 * pixels a side, `signature.empty` where nothing is drawn.
 */
export function readSignature(data_url: string): Buffer {
  const file = Buffer.from(data_url.slice(data_url.indexOf(',') + 1), 'base64')
  const picture = file.length > SIGNATURE_LIMIT_BYTES ? null : readPng(file, sideLimitPixels)
  if (picture === null) throw refuse('signature.invalid')
  if (!hasInk(picture)) throw refuse('signature.empty')
  return file
}
