import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'

const selectDraft = (db: Db | Trx) =>
  db
    .selectFrom('brand_draft')
    .leftJoin('brand_logo', 'brand_logo.sha256', 'brand_draft.logo_sha256')
    .leftJoin('user_summary as editor', 'editor.id', 'brand_draft.updated_by')
    .select([
      'brand_draft.id',
      'brand_draft.content',
      'summary',
      'brand_draft.version',
      'brand_draft.updated_at',
    ])
    .select(['logo_sha256', 'brand_logo.media_type', 'brand_logo.width', 'brand_logo.height'])
    .select('editor.name as editor')

/** The draft with the name of the person who saved it last; null: the command line. */
export type StoredBrandDraft = Awaited<ReturnType<ReturnType<typeof selectDraft>['execute']>>[number]

/** The draft; undefined if there is none. */
export const findDraft = (db: Db | Trx): Promise<StoredBrandDraft | undefined> =>
  selectDraft(db).executeTakeFirst()

const lockable = (trx: Trx) =>
  trx.selectFrom('brand_draft').select(['id', 'content', 'logo_sha256', 'summary', 'version']).forUpdate()

/** Reads the draft and locks it until the transaction ends; undefined if there is none. */
export const lockDraft = (trx: Trx) => lockable(trx).executeTakeFirst()

/** Reads the draft with an id and locks it until the transaction ends; undefined if it was published or deleted. */
export const lockDraftOf = (trx: Trx, id: number) => lockable(trx).where('id', '=', id).executeTakeFirst()

/** The action of publications that wait for another admin; stored requests have it. */
export const PUBLISH_BRAND = 'brand.publish'

/** The id of the publication that waits for another admin; undefined if none does. */
export async function findOpenPublication(db: Db | Trx): Promise<number | undefined> {
  const open = await db
    .selectFrom('approval')
    .select('id')
    .where('action', '=', PUBLISH_BRAND)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return open?.id
}

/** Throws `brand.awaits_approval` (409) if a publication waits for another admin. The draft is locked. */
export async function refuseAwaiting(trx: Trx): Promise<void> {
  if ((await findOpenPublication(trx)) !== undefined) throw new AppError('brand.awaits_approval', 409)
}
