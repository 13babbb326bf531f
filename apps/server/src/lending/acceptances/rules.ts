import { SIGNATURE_LIMIT_BYTES } from '@quincena/domain/loans/bodies'
import type { DecodedPng } from 'fast-png'
import { AppError } from '../../command/errors.ts'
import { decodePng } from '../../images/png.ts'

const sideLimitPixels = 2000
/** Alpha up to `faint` is invisible; a visible pixel is ink if any colour is below `paper` (both 0 to 255). */
const faint = 16
const paper = 230

/** The darkest colour and the alpha of a pixel, 0 to 255, that has its samples from `at` on. */
function shadeAt(samples: ArrayLike<number>, at: number, count: number) {
  const first = samples[at] ?? 0
  const darkest = count < 3 ? first : Math.min(first, samples[at + 1] ?? 0, samples[at + 2] ?? 0)
  return { darkest, alpha: count % 2 === 1 ? 255 : (samples[at + count - 1] ?? 255) }
}

function shadeOf({ data, channels, palette }: DecodedPng, index: number) {
  if (palette === undefined) return shadeAt(data, index * channels, channels)
  // A pixel outside the palette is black.
  const colour = palette[data[index] ?? 0] ?? [0, 0, 0]
  return shadeAt(colour, 0, colour.length)
}

/**
 * Whether something is drawn: any visible pixel on a transparent ground, any pixel that is not white on an opaque one.
 */
function hasInk(picture: DecodedPng): boolean {
  const pixels = picture.width * picture.height
  let clear = false
  let visible = false
  for (let index = 0; index < pixels; index += 1) {
    const { darkest, alpha } = shadeOf(picture, index)
    const shown = alpha > faint
    if (shown && darkest < paper) return true
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
  const picture = file.length > SIGNATURE_LIMIT_BYTES ? null : decodePng(file, sideLimitPixels)
  if (picture === null) throw refuse('signature.invalid')
  if (!hasInk(picture)) throw refuse('signature.empty')
  return file
}
