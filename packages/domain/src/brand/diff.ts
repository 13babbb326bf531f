import { BRAND_FIELD_NAMES, BRAND_FIELDS, type BrandContent } from './content.ts'
import type { BrandLogo } from './schema.ts'

/** A brand to compare: its fields and its logo. */
export interface ComparedBrand {
  content: BrandContent
  logo: Pick<BrandLogo, 'sha256' | 'width' | 'height'> | null
}

/** A field that two brands do not share. */
export interface BrandChange {
  field: keyof BrandContent | 'logo'
  name: string
  before: string
  after: string
}

/** A logo in words; its first digits tell two of one size apart. */
const logoText = (logo: ComparedBrand['logo']): string =>
  logo === null ? '' : `${logo.width} × ${logo.height} píxeles (${logo.sha256.slice(0, 8)})`

/** The fields in which a brand differs from another one, in the order of the screens. An empty text means none. */
export function diffBrands(from: ComparedBrand, to: ComparedBrand): BrandChange[] {
  const fields = BRAND_FIELDS.map(
    (field): BrandChange => ({
      ...{ field, name: BRAND_FIELD_NAMES[field] },
      ...{ before: from.content[field], after: to.content[field] },
    }),
  )
  const logo: BrandChange = {
    ...{ field: 'logo', name: 'Logotipo' },
    ...{ before: logoText(from.logo), after: logoText(to.logo) },
  }
  return [...fields, logo].filter(({ before, after }) => before !== after)
}
