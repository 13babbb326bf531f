import type { Day } from '@quincena/domain/dates'
import type { Db, Trx } from '../../../db/types.ts'

function selectVersions(db: Db | Trx) {
  return db
    .selectFrom('brand_version')
    .leftJoin('brand_logo', 'brand_logo.sha256', 'brand_version.logo_sha256')
    .select([
      'brand_version.id',
      'brand_version.version',
      'brand_version.content',
      'summary',
      'brand_version.sha256',
    ])
    .select(['brand_version.effective_on as effective_date', 'logo_sha256'])
    .select(['brand_logo.media_type', 'brand_logo.width', 'brand_logo.height'])
    .orderBy('brand_version.effective_on', 'desc')
    .orderBy('brand_version.id', 'desc')
}

/** A version with what its logo measures. */
export type StoredBrand = Awaited<ReturnType<ReturnType<typeof selectVersions>['execute']>>[number]

/** All versions, also future ones, newest first. Their number grows with each publication only. */
export const listBrands = (db: Db | Trx): Promise<StoredBrand[]> => selectVersions(db).execute()

/** The version in force on a day of all versions, newest first; undefined before the first one. */
export const inForceOn = <Version extends { effective_date: string }>(
  versions: readonly Version[],
  day: Day,
): Version | undefined => versions.find(({ effective_date }) => effective_date <= day)

/** The version in force on a day; undefined before the first one. */
export const findBrandOn = (db: Db | Trx, day: Day): Promise<StoredBrand | undefined> =>
  selectVersions(db).where('effective_on', '<=', day).limit(1).executeTakeFirst()

/** All versions with where each comes from and its people, newest first. */
export const listWithPeople = (db: Db | Trx) =>
  selectVersions(db)
    .leftJoin('user_summary as author', 'author.id', 'brand_version.created_by')
    .leftJoin('user_summary as approver', 'approver.id', 'brand_version.approved_by')
    .select(['brand_version.source', 'brand_version.created_at', 'brand_version.approved_at'])
    .select(['author.name as author', 'approver.name as approver'])
    .execute()

/** A version with its people. */
export type ListedBrand = Awaited<ReturnType<typeof listWithPeople>>[number]

/** The number of the version that is added next. */
export async function nextVersion(trx: Trx): Promise<number> {
  const { newest } = await trx
    .selectFrom('brand_version')
    .select((eb) => eb.fn.max('version').as('newest'))
    .executeTakeFirstOrThrow()
  return (newest ?? 0) + 1
}
