import { SIGNATURE_LIMIT_BYTES } from '@quincena/domain/loans/bodies'
import { AppError } from '../../command/errors.ts'
import { type Picture, readPng } from './png.ts'

const sideLimitPixels = 2000
/** Alpha up to `faint` is invisible; a visible pixel is ink if any colour is below `paper` (both 0 to 255). */
const faint = 16
const paper = 230

/**
 * Whether something is drawn: any visible pixel on a transparent ground, any pixel that is not white on an opaque one.
 */
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
 * Decodes the drawn signature of a PNG data URL. Throws 422: `signature.invalid` unless it is a PNG of at most 300 KB
 * and 2000 pixels per side, `signature.empty` if nothing is drawn.
 */
export function readSignature(data_url: string): Buffer {
  const file = Buffer.from(data_url.slice(data_url.indexOf(',') + 1), 'base64')
  const picture = file.length > SIGNATURE_LIMIT_BYTES ? null : readPng(file, sideLimitPixels)
  if (picture === null) throw refuse('signature.invalid')
  if (!hasInk(picture)) throw refuse('signature.empty')
  return file
}
