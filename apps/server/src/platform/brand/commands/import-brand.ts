import type { BrandContent } from '@quincena/domain/brand/content'
import { businessDay, type Day } from '@quincena/domain/dates'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import { lockDraft, refuseAwaiting } from '../queries/drafts.ts'
import { findBrandOn } from '../queries/versions.ts'
import { hashBrand, type ReadLogo } from '../rules.ts'
import { refuseUnpublishableBrand } from './publish-brand.ts'
import { writeBrandDraft } from './save-draft.ts'
import { storeLogo } from './store-logo.ts'
import { type BrandDeps, storeBrand } from './store-version.ts'

/** A brand of a file, with the picture of its logo. */
export interface ImportedBrand {
  effective_date: Day
  summary: string
  content: BrandContent
  logo: ReadLogo | null
}

interface Options {
  /** Makes a version at once, which only counts before the first payout. */
  publishes: boolean
  /** Overwrites a draft that is there. */
  replaces: boolean
}

/**
 * Makes a brand of a file the draft or, before the first payout, a version, in the transaction of the import. One that is
 * in force already stays as it is. Throws what `writeBrandDraft` and `refuseUnpublishableBrand` throw, and
 * `brand.draft_changed` (409) for a draft that would be lost.
 */
export async function importBrand(
  deps: BrandDeps,
  trx: Trx,
  { brand, options }: { brand: ImportedBrand; options: Options },
): Promise<'unchanged' | 'draft' | 'version'> {
  const { effective_date, summary, content } = brand
  const [logo, today] = [brand.logo?.sha256 ?? null, businessDay(deps.clock())]
  const sha256 = hashBrand(content, logo)
  if ((await findBrandOn(trx, today))?.sha256 === sha256) return 'unchanged'
  const draft = await lockDraft(trx)
  if (draft !== undefined) await refuseAwaiting(trx)
  if (draft !== undefined && !options.replaces && hashBrand(draft.content, draft.logo_sha256) !== sha256)
    throw new AppError('brand.draft_changed', 409)
  if (brand.logo !== null) await storeLogo(deps, trx, { context: null, logo: brand.logo })
  if (!options.publishes) {
    await writeBrandDraft(deps, trx, { context: null, content, logo, summary, version: undefined })
    return 'draft'
  }
  const publication = { effective_date, summary, content, logo }
  await refuseUnpublishableBrand(trx, publication, today)
  await storeBrand(deps, trx, { ...publication, context: null, by: { source: 'command_line' } })
  await trx.deleteFrom('brand_draft').execute()
  return 'version'
}
