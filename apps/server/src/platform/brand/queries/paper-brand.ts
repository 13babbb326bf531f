import { DEFAULT_COLORS } from '@quincena/domain/brand/colors'
import { type Lender, tradeNameOf } from '@quincena/domain/lender/schema'
import type { Deps } from '../../../deps.ts'
import type { PaperBrand } from '../../../pdf/brand.ts'
import { getLogo } from './logos.ts'

/** The brand of a paper that states this lender; undefined for the product's own. */
export async function paperBrandOf(
  { db }: Pick<Deps, 'db'>,
  lender: Lender,
): Promise<PaperBrand | undefined> {
  const { trade_name, logo, color } = lender
  if (trade_name === undefined && logo === undefined && color === undefined) return undefined
  const picture = logo === undefined ? undefined : await getLogo(db, logo)
  return {
    name: tradeNameOf(lender),
    color: color ?? DEFAULT_COLORS.light,
    ...(picture && {
      logo: {
        ...{ sha256: picture.sha256, width: picture.width, height: picture.height },
        ...{ format: picture.type === 'image/png' ? 'png' : 'jpg', bytes: new Uint8Array(picture.bytes) },
      },
    }),
  }
}
