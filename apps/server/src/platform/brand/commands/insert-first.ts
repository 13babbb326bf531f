import { firstBrand } from '@quincena/domain/brand/content'
import { businessDay, type Day } from '@quincena/domain/dates'
import type { Lender } from '@quincena/domain/lender/schema'
import { isoOf } from '../../../command/clock.ts'
import { takeLock } from '../../../db/locks.ts'
import type { Deps } from '../../../deps.ts'
import { findBrandOn, nextVersion } from '../queries/versions.ts'
import { hashBrand } from '../rules.ts'

/** The data of the settings counted from the beginning of the installation, whenever that was. */
const firstDay: Day = '2020-01-01'

/**
 * Gives an installation without a brand in force the lender's data of its settings, with the product's name and colours.
 * Runs at every start, also of several processes at once; later changes of the settings change nothing.
 */
export async function insertFirstBrand({
  db,
  clock,
  lender,
}: Pick<Deps, 'db' | 'clock'> & { lender: Lender }): Promise<void> {
  const today = businessDay(clock())
  if ((await findBrandOn(db, today)) !== undefined) return
  const [content, now] = [firstBrand(lender), isoOf(clock())]
  await db.transaction().execute(async (trx) => {
    await takeLock(trx, 'brand')
    if ((await findBrandOn(trx, today)) !== undefined) return
    await trx
      .insertInto('brand_version')
      .values({
        ...{ version: await nextVersion(trx), content: JSON.stringify(content), logo_sha256: null },
        ...{ sha256: hashBrand(content, null), effective_on: firstDay, summary: '', source: 'shipped' },
        ...{ created_at: now, approved_at: now },
      })
      .execute()
  })
}
