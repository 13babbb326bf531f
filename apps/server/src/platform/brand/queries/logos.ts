import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'

/** The picture of a logo with its media type. Throws `logo.not_found` (404). */
export const getLogo = (db: Db | Trx, sha256: string) =>
  db
    .selectFrom('brand_logo')
    .select(['sha256', 'media_type as type', 'width', 'height', 'content as bytes'])
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow(() => new AppError('logo.not_found', 404))

/** Throws `logo.not_found` (422, at `logo`) if no such logo was uploaded. */
export async function requireLogo(trx: Trx, sha256: string | null): Promise<void> {
  if (sha256 === null) return
  const stored = await trx
    .selectFrom('brand_logo')
    .select('sha256')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (stored === undefined) throw new AppError('logo.not_found', 422, { fields: { logo: 'logo.not_found' } })
}
