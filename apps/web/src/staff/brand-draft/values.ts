import { type BrandContent, storedBrand } from '@quincena/domain/brand/content'
import type { BrandDetail, BrandLogo } from '@quincena/domain/brand/schema'

/** The fields as the form has them; `logo` is empty without one. */
export type BrandValues = BrandContent & { logo: string; summary: string }

/** The values of a draft or version. */
const valuesOf = ({
  content,
  logo,
  summary,
}: {
  content: BrandContent
  logo: BrandLogo | null
  summary: string
}): BrandValues => ({ ...storedBrand.parse(content), logo: logo?.sha256 ?? '', summary })

/** What the form starts from: the draft, else the newest version, which may still wait for its date. */
export function firstValues({ draft, versions }: BrandDetail): BrandValues | undefined {
  if (draft !== null) return valuesOf(draft)
  const [newest] = versions
  return newest && valuesOf({ ...newest, summary: '' })
}
