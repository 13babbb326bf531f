import { createHash } from 'node:crypto'
import { type BrandContent, brandContent, canonicalBrand } from '@quincena/domain/brand/content'
import { type BrandLogo, LOGO_SIDES } from '@quincena/domain/brand/schema'
import { AppError } from '../../command/errors.ts'
import { headerSides } from '../../images/header-pixels.ts'
import { readPicture } from '../../images/picture-size.ts'
import { decodePng } from '../../images/png.ts'

const sha256Of = (value: string | Buffer) => createHash('sha256').update(value).digest('hex')

/** SHA-256 of a brand: of its fields in a fixed order and of its logo. */
export const hashBrand = (content: BrandContent, logo: string | null): string =>
  sha256Of(JSON.stringify({ ...canonicalBrand(content), logo }))

/** Throws `request.invalid` (422) with what is wrong with each field. */
export function refuseFaultyBrand(content: BrandContent): void {
  const parsed = brandContent.safeParse(content)
  if (parsed.success) return
  const texts: Record<string, string[]> = {}
  for (const { path, message } of parsed.error.issues) {
    const place = path.join('.')
    texts[place] = [...(texts[place] ?? []), message]
  }
  throw new AppError('request.invalid', 422, { texts })
}

/** A logo with its picture, stripped of everything but its pixels. */
export interface ReadLogo extends BrandLogo {
  bytes: Buffer
}

const refusal = (code: 'logo.wrong_type' | 'logo.wrong_size', status: 415 | 422) =>
  new AppError(code, status, { fields: { file: code } })

const isAllowed = (side: number) => side >= LOGO_SIDES.least && side <= LOGO_SIDES.most

/**
 * Reads a logo by its content: its name and stated type do not count. A PNG is decoded whole; of a JPEG the parts are read
 * up to the end of its pixels. Throws `logo.wrong_type` (415) for what is no PNG or JPEG that can be read, among it SVG,
 * and `logo.wrong_size` (422), at `file`, and as `readPicture`.
 */
export function readLogo(file: Buffer): ReadLogo {
  const picture = readPicture(file)
  if (picture === null || picture.type === 'image/webp') throw refusal('logo.wrong_type', 415)
  const { type, bytes } = picture
  const sides = headerSides({ type, bytes })
  if (sides.some(({ width, height }) => !isAllowed(width) || !isAllowed(height)))
    throw refusal('logo.wrong_size', 422)
  const size = sides.at(0)
  const isReadable = type === 'image/jpeg' || decodePng(bytes, LOGO_SIDES.most) !== null
  if (size === undefined || !isReadable) throw refusal('logo.wrong_type', 415)
  return { sha256: sha256Of(bytes), type, ...size, bytes }
}
